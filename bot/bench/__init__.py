"""``python -m bot bench``: how fast the bot answers, against the sandbox, beside a bot that hardly does anything."""
