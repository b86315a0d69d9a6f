import os
import re
import traceback
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, async_url, unknown_names

EXAMPLE = Path(__file__).parents[2] / ".env.example"
MARKER = "marker-that-must-not-be-shown"


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.upper().startswith("SKAT_")]:
        monkeypatch.delenv(name)


def example_names() -> set[str]:
    return set(re.findall(r"^#?(SKAT_[A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE))


def test_example_and_settings_name_the_same_fields() -> None:
    assert example_names() == {"SKAT_" + name.upper() for name in Settings.model_fields}


def test_example_explains_each_field() -> None:
    for block in EXAMPLE.read_text().strip().split("\n\n"):
        assert block.startswith("# ")


def test_example_as_it_stands_is_the_default() -> None:
    assert Settings(env_file=EXAMPLE) == Settings()


def test_example_shows_the_defaults(tmp_path: Path) -> None:
    text = re.sub(r"^#(SKAT_)", r"\1", EXAMPLE.read_text(), flags=re.MULTILINE)
    examples = ("SHARD", "ALERT", "SANDBOX_URL", "postgresql")
    lines = [line for line in text.splitlines() if not any(word in line for word in examples)]
    (tmp_path / "env").write_text("\n".join(lines))
    assert Settings(env_file=tmp_path / "env") == Settings()


def test_environment_before_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "env"
    file.write_text("SKAT_SANDBOX_PORT=1000\nSKAT_LOG_LEVEL=debug\nSKAT_SHARD_IDS=0, 2\nSKAT_SHARD_COUNT=3\n")
    monkeypatch.setenv("SKAT_SANDBOX_PORT", "2000")
    settings = Settings.load(file)
    assert (settings.sandbox_port, settings.log_level, settings.shard_ids) == (2000, "DEBUG", (0, 2))


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("sqlite:///skat.db", "sqlite+aiosqlite:///skat.db"),
        ("sqlite:////var/lib/skat/skat.db", "sqlite+aiosqlite:////var/lib/skat/skat.db"),
        ("sqlite+aiosqlite:///a/b.db", "sqlite+aiosqlite:///a/b.db"),
        ("postgresql://u:p@host:5433/skat", "postgresql+asyncpg://u:p@host:5433/skat"),
        ("postgres://host/skat", "postgresql+asyncpg://host/skat"),
        ("postgresql+asyncpg:///skat?host=/run/postgresql", "postgresql+asyncpg:///skat?host=/run/postgresql"),
    ],
)
def test_database_urls(written: str, used: str) -> None:
    assert async_url(written) == used


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SKAT_DATABASE_URL", f"mysql://root:{MARKER}@host/x"),
        ("SKAT_DATABASE_URL", f"postgresql://u:{MARKER}@host"),
        ("SKAT_DATABASE_URL", "sqlite://"),
        ("SKAT_DATABASE_URL", "sqlite:///:memory:"),
        ("SKAT_DATABASE_URL", "skat.db"),
        ("SKAT_SANDBOX_PORT", "eighty"),
        ("SKAT_SANDBOX_PORT", "70000"),
        ("SKAT_SANDBOX_URL", "http://example.org:8765"),
        ("SKAT_SANDBOX_URL", "http://127.0.0.1.example.org:8765"),
        ("SKAT_SANDBOX_URL", "http://127.0.0.1:x"),
        ("SKAT_LOG_LEVEL", "loud"),
        ("SKAT_REMINDER_SECONDS", "-1"),
        ("SKAT_COMPUTER_PACE_SECONDS", "nan"),
        ("SKAT_STAND_IN_SECONDS", "60"),
        ("SKAT_ALERT_CHANNEL", "general"),
        ("SKAT_TABLES_PER_USER", "0"),
        ("SKAT_RETENTION_DAYS", "-1"),
        ("SKAT_SECRET_KEY", "short"),
        ("SKAT_FORGOTTEN_FILE", "skat.key"),
        ("SKAT_SHARD_COUNT", "0"),
        ("SKAT_SHARD_IDS", "a"),
    ],
)
def test_a_wrong_value_gives_one_line_that_says_what_to_write(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    monkeypatch.setenv("SKAT_DISCORD_TOKEN", MARKER)
    with pytest.raises(SettingsError) as raised:
        Settings.load(None)
    (line,) = raised.value.lines
    assert line.startswith(f"{name} cannot be used: write ")
    assert raised.value.exit_code == 2
    shown = "".join(traceback.format_exception(raised.value)) + repr(raised.value.__context__)
    assert MARKER not in shown


def test_each_wrong_field_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKAT_LOG_LEVEL", "loud")
    monkeypatch.setenv("SKAT_SANDBOX_PORT", "x")
    with pytest.raises(SettingsError) as raised:
        Settings.load(None)
    assert len(raised.value.lines) == 2


@pytest.mark.parametrize(("ids", "count", "named"), [("0,1", "", "COUNT"), ("2", "2", "IDS"), ("0,0", "2", "IDS")])
def test_shards_fit(ids: str, count: str, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKAT_SHARD_IDS", ids)
    monkeypatch.setenv("SKAT_SHARD_COUNT", count)
    with pytest.raises(SettingsError, match=f"^SKAT_SHARD_{named} "):
        Settings.load(None)


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKAT_DISCORD_TOKEN", MARKER)
    monkeypatch.setenv("SKAT_DATABASE_URL", f"postgresql://u:{MARKER}@host/skat")
    settings = Settings.load(None)
    assert MARKER not in repr(settings) + str(settings)
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == MARKER


def test_misspelt_names_are_found(tmp_path: Path) -> None:
    file = tmp_path / "env"
    file.write_text("SKAT_LOG_LEVL=DEBUG\nOTHER=1\n")
    assert unknown_names({"SKAT_TOKEN": "x", "PATH": "/"}, file) == ("SKAT_LOG_LEVL", "SKAT_TOKEN")
