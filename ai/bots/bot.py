#!/usr/bin/env python3
"""A small opponent for skirmish: it takes the best attack, else it moves to where it has one.

skirmish watch --agent 'cmd:python3 ai/bots/bot.py' --agent utility
"""
import json
import sys


def say(line):
    """Send one line of JSON at once."""
    print(json.dumps(line), flush=True)


def request(line):
    """Ask something about the open question; return the reply."""
    say(line)
    for text in sys.stdin:
        reply = json.loads(text)
        if reply["type"] in (line["do"], "refused"):
            return reply
    sys.exit()


def chances(queries):
    """Return for each query how likely its target is defeated."""
    reply = request({"do": "odds", "queries": queries[:4096]})
    return [odds.get("defeat_p", 0) + odds.get("hit", "0").count("/") / 1000 for odds in reply["answers"]]


def distance(a, b):
    """Return about how many spaces lie between two spaces such as B7 and AA12."""
    def place(name):
        letters = name.rstrip("0123456789")
        column = sum((ord(c) - 64) * 26**i for i, c in enumerate(reversed(letters)))
        return column, int(name[len(letters):])
    (x, y), (u, v) = place(a), place(b)
    return max(abs(x - u), abs(y - v))


def act(ask, side):
    """Return an attack, a move, or the default answer."""
    answers = request({"do": "list"})["answers"]
    attacks = [{"do": a["do"], "how": a["do"], "figure": a["figure"], "at": a["at"]} for a in answers if "at" in a]
    best = max(zip(chances(attacks), range(len(attacks))), default=(0, 0))
    if best[0] > 0:
        return attacks[best[1]]
    figures = [f for f in request({"do": "state"})["figures"] if f["place"] == "on"]
    enemies = [f for f in figures if f["side"] != side]
    own = [f for f in figures if any(a["do"] == "move" and a["figure"] == f["figure"] for a in answers)]
    if not (enemies and own):
        return ask["preset"]
    reach = request({"do": "reach", "figures": [f["figure"] for f in own]})["answers"]
    legal = {(a["figure"], a["to"]) for a in answers if a["do"] == "move"}
    here = {f["figure"]: f["at"] for f in own}
    ends = [(r["figure"], at) for r in reach for at, _ in r["spaces"] if (r["figure"], at) in legal or here[r["figure"]] == at]
    queries = [{"figure": f, "at": e["figure"], "from": at} for f, at in ends for e in enemies]
    values = {}
    for query, chance in zip(queries, chances(queries)):
        key = (query["figure"], query["from"])
        values[key] = max(values.get(key, 0), chance)
    def value(figure, at):
        return values.get((figure, at), 0) - min(distance(at, e["at"]) for e in enemies) / 1000
    gain, figure, to = max((value(f, at) - value(f, here[f]), f, at) for f, at in ends)
    return {"do": "move", "figure": figure, "to": to} if gain > 0 and (figure, to) in legal else ask["preset"]


def main():
    side = None
    for text in sys.stdin:
        line = json.loads(text)
        if line["type"] == "hello":
            side = line["side"]
        elif line["type"] == "ask":
            ask = line
            answer = act(ask, side) if ask["ask"] in ("act", "again") else ask["preset"]
            say(answer | {"n": ask["n"]})
        elif line["type"] == "refused":
            say(ask["preset"] | {"n": ask["n"]})
        elif line["type"] == "end":
            return
        # Other lines (events, and kinds of later versions) need no answer.


main()
