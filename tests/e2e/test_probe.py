import pytest
from game.rules import Rules
from tests.e2e.guest import text_of
from tests.e2e.party import open_table
from tests.e2e.scripts import Script, losing, winning
pytestmark = pytest.mark.asyncio(loop_scope="module")
KONTRA=Rules(kontra="any_defender")
SUIT="M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ"
CASES={
 'grand':Script(9,"M:pass R:bid.18 F:hold.18 R:bid.48 F:pass R:skat R:announce.G.S7SK"),
 'null lost':Script(3,"M:bid.18 F:hold.18 M:pass R:pass F:skat F:announce.N.CASA",losing),
 'null':Script(33,"M:bid.18 F:hold.18 M:pass R:pass F:skat F:announce.N.CJSK"),
 'null hand':Script(18,"M:bid.18 F:hold.18 M:pass R:pass F:announce.NH"),
 'null ouvert':Script(5003,"M:bid.18 F:hold.18 M:pass R:pass F:skat F:announce.NO.HQDK"),
 'null ouvert hand':Script(20024,"M:bid.18 F:hold.18 M:pass R:pass F:announce.NHO"),
 'hand':Script(350,"M:bid.18 F:pass R:pass M:announce.SHS"),
 'ouvert':Script(37,"M:pass R:pass F:bid.18 F:announce.GO"),
 'kontra re':Script(15,"M:bid.18 F:hold.18 M:pass R:pass F:skat F:announce.C.S7D8 M:nokontra R:kontra F:re",winning,KONTRA),
 'kontra lost':Script(15,"M:bid.18 F:hold.18 M:pass R:pass F:skat F:announce.C.S7D8 M:kontra F:nore",losing,KONTRA),
 'ramsch':Script(15,"M:pass R:pass F:pass",winning,Rules(all_pass="ramsch")),
 'push':Script(1,"M:pass R:pass F:pass F:push M:skat M:push.HTHA R:push",winning,Rules(all_pass="schieberamsch",ramsch_skat="loser")),
 'passed in':Script(2,"M:pass R:pass F:pass"),
 'declarer gives up alone':Script(99,SUIT+" 3:M:concede"),
 'declarer gives up asked':Script(99,SUIT+" 5:M:concede 5:F:decline 5:R:accept"),
 'defenders give up':Script(99,SUIT+" 5:F:concede 5:R:accept"),
 'defenders declined':Script(99,SUIT+" 5:F:concede 5:R:decline"),
 'claimed':Script(99,SUIT+" 16:M:claim 16:F:accept 16:R:accept"),
 'claim declined':Script(99,SUIT+" 16:M:claim 16:R:decline"),
}
@pytest.mark.parametrize("name",CASES)
async def test_kind(house,name):
    s=CASES[name]
    party=await open_table(house,seed=s.seed,rules=s.rules)
    b=await party.play(s)
    with open('/tmp/kinds.txt','a') as f: print('=====',name,'\n'+"\n".join(l for l in text_of(b).split("\n") if not l.startswith('`') and not l.startswith('-#')),'\n',party.results(),file=f)
    await party.end()
