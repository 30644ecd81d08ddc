"""A bot for Hotgates that asks the arbiter instead of having an engine; docs/bots.md says how that goes.

hotgates battle maps/goat_path.ron --red "bot:python3 examples/bots/python/bot.py" --blue greedy --watch
"""
import json
import sys


def say(message):
    print(json.dumps(message), flush=True)


def hear():
    """Returns the name and the body of the next message; ends the program when there is none."""
    for line in sys.stdin:
        name, body = next(iter(json.loads(line).items()))
        if name == "quit":
            break
        if name != "ping":
            return name, body
        say({"pong": {}})
    sys.exit()


def distance(one, other):
    """Counts the steps between two hexes; columns with odd numbers lie half a hex lower."""
    dx, dy = other[0] - one[0], other[1] - (other[0] >> 1) - one[1] + (one[0] >> 1)
    return max(abs(dx), abs(dy), abs(dx + dy))


class Game:
    def __init__(self, new):
        self.number, self.side, self.asked = new["game"], new["side"], 0
        self.types = {kind["name"]: kind for kind in new["scenario"]["rules"]["units"]}

    def ask(self, questions):
        """Asks the arbiter, in one line; returns the answers, None for each that is an error."""
        self.asked, self.questions = self.asked + 1, self.questions - len(questions)
        say({"ask": {"game": self.number, "id": self.asked, "questions": questions}})
        while (message := hear())[0] != "answer":
            pass  # only `stop` can come first, and we are quick
        answers = zip(message[1]["answers"], questions)
        return [answer.get(name) for answer, question in answers for name in question]

    def next_order(self):
        """Returns the next order, and why."""
        view = self.ask([{"view": {}}])[0]
        units = [unit for unit in view["units"] if unit["at"]]
        own = [unit for unit in units if unit["side"] == self.side and unit["id"] not in self.done]
        enemies = [unit for unit in units if unit["side"] != self.side]
        castles = [flag["at"] for flag in view["flags"] if flag["owner"] != self.side]
        for unit in own:
            if self.questions < 30:
                break
            legal, reach = self.ask([{"legal": {"unit": unit["id"]}}, {"reach": {"unit": unit["id"]}}])
            choice = self.best_attack(unit, enemies, reach, legal)
            choice = choice or self.march(unit, castles + [enemy["at"] for enemy in enemies], legal)
            if choice:
                return choice
            self.done.add(unit["id"])
        return "end_turn", "there is nothing better to do"

    def best_attack(self, unit, enemies, reach, legal):
        """Returns the attack that costs the enemy most more men than it costs us, from any hex in reach, or the
        move to that hex; None if every attack costs us more."""
        kind, ranged = self.types[unit["type"]], self.types[unit["type"]].get("ranged")
        low, high = (ranged["min"], ranged["max"]) if ranged else (1, 1)
        pairs = [(distance(at, enemy["at"]), left, at, enemy) for at, left in reach for enemy in enemies]
        places = [place for place in pairs if low <= place[0] <= high and place[1] >= kind["attack_cost"]]
        # From afar, and with points left, is best; there are only so many questions in a half-turn.
        places = sorted(places, key=lambda place: (-place[0], -place[1]))[:20]
        ask_odds = lambda at, enemy: {"odds": {"unit": unit["id"], "target": enemy["id"], "from": at}}
        best, choice = 0, None
        for place, chances in zip(places, self.ask([ask_odds(*place[2:]) for place in places])):
            at, enemy = place[2:]
            order = {"attack": [unit["id"], enemy["id"]]} if at == unit["at"] else {"move": [unit["id"], at]}
            if chances and order in legal:
                worth = chances["target_losses"] - chances["attacker_losses"]
                if worth > best:
                    best, choice = worth, (order, f"attacking unit {enemy['id']} from {at} is worth {worth} men")
        return choice

    def march(self, unit, goals, legal):
        """Returns the move along the cheapest way to the nearest castle or enemy, as far as the points go."""
        goal = min(goals, key=lambda at: distance(at, unit["at"]), default=unit["at"])
        path = self.ask([{"path": {"unit": unit["id"], "to": goal}}])[0] or {"hexes": []}
        for at in reversed(path["hexes"]):
            if {"move": [unit["id"], at]} in legal:
                return {"move": [unit["id"], at]}, f"marches to {goal}, {path['cost']} points away"
        return None


games = {}
while True:
    name, body = hear()
    game = games.get(body.get("game"))
    if name == "hello":
        say({"ready": {"name": "example in Python", "protocol": 1}})
    elif name == "new":
        games[body["game"]] = Game(body)
        say({"ok": {"game": body["game"]}})
    elif name == "illegal":
        say({"order": {"game": game.number, "order": "end_turn", "reason": body["why"]}})
    elif name == "turn" or name == "events" and body["more"]:
        if name == "turn":
            game.done, game.questions = set(), 1000  # units with nothing left to do; questions that may be asked
        order, reason = game.next_order()
        say({"order": {"game": game.number, "order": order, "reason": reason}})
    elif name == "over":
        del games[body["game"]]
        say({"done": {"game": body["game"]}})
