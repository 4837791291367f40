#!/usr/bin/env python3
"""A small opponent for skirmish: it attacks if it can, else it takes the default answer.

skirmish watch --agent 'cmd:python3 ai/bots/bot.py' --agent utility
"""
import json
import random
import sys


def say(answer):
    """Send one line of JSON at once."""
    print(json.dumps(answer), flush=True)


def hear():
    """Return the next line, or None when the program has ended."""
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def legal_answers():
    """Ask for all legal answers and return them."""
    say({"do": "list"})
    while (line := hear()) is not None:
        if line["type"] == "list":
            return line["answers"]
    return []


def decide(ask, seed):
    """Return the answer to a question."""
    if ask["by"] == "chance":
        return ask["preset"]
    # A new generator for every question: the same battle gets the same answers.
    chance = random.Random(f"{seed} {ask['n']}")
    attacks = [answer for answer in legal_answers() if "at" in answer]
    if attacks:
        return chance.choice(attacks)
    return ask["preset"]


def main():
    seed, last = 0, None
    while (line := hear()) is not None:
        kind = line["type"]
        if kind == "hello":
            seed = line["battle"]["seed"]
        elif kind == "ask":
            last = line
            # "n" keeps a late answer from being taken for the next question.
            say(decide(line, seed) | {"n": line["n"]})
        elif kind == "refused":
            say(last["preset"] | {"n": line["n"]})
        elif kind == "end":
            return
        # Other lines (events, and kinds of later versions) need no answer.


main()
