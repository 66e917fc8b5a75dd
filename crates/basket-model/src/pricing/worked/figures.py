#!/usr/bin/env python3
"""Computes carts by the rules of docs/costs.md, in exact fractions, apart from the service.

Writes carts.json beside it, which tests hold the service against:

    python3 crates/basket-model/src/pricing/worked/figures.py
"""

import json
import pathlib
from fractions import Fraction

FREQUENCIES = ["daily", "weekly", "monthly", "yearly"]
EU = set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split())


def rounded(value):
    """The whole number nearest to a fraction; a half is rounded up."""
    return (Fraction(value) + Fraction(1, 2)).__floor__()


# Rules, lines and codes, as the service writes them ---------------------------------------------------------------------


def shop(currency, country, included, rates, zones, minimum=None, **more):
    tax = {"included": included, "classes": [], "shipping_class": None, "reverse_charge": False, **more, "rates": rates}
    rules = {"country": country, "minimum": minimum, "zones": zones}
    return {"currency": currency, "rules": {**rules, "tax": tax} if rates else rules}


def rate(country, percent, tax_class=None, region=None, name="", since="2000-01-01"):
    """A rate; a percentage with decimals is text, so that it is exact."""
    return {
        "country": country,
        "region": region,
        "class": tax_class,
        "rate": thousandths(percent),
        "name": name,
        "from": since,
    }


def thousandths(percent):
    exact = Fraction(percent) * 1000
    assert exact.denominator == 1
    return int(exact)


def method(name, price, free_from=None, by=None, steps=(), pick_up=False):
    answer = {"id": name.lower().replace(" ", "-"), "name": name, "price": price, "free_from": free_from, "pickup": pick_up}
    if by:
        answer |= {"by": by, "steps": [{"from": limit, "price": step} for limit, step in steps]}
    return answer


def zone(countries, *methods):
    """Countries in words; none is the rest of the world."""
    return {"name": countries or "Rest of the world", "countries": countries.split(), "methods": list(methods)}


def line(sku, price, quantity=1, tax_class=None, digital=False, weight=None, every=(None, None)):
    """A line; every is a frequency and how many of them a period has."""
    answer = {
        "sku": sku,
        "type": "digital" if digital else "normal",
        "quantity": quantity,
        "unit_price": price,
        "frequency": every[0],
        "interval": every[1],
    }
    optional = {"weight": weight, "tax_class": tax_class}
    return answer | {name: value for name, value in optional.items() if value is not None}


def discount(kind, value, scope, skus, minimum, code):
    return {"code": code, "kind": kind, "value": value, "scope": scope, "skus": list(skus), "minimum": minimum}


def percent(value, scope="every_period", skus=(), minimum=None, code="CODE"):
    return discount("percent", thousandths(value), scope, skus, minimum, code)


def amount(value, scope="every_period", skus=(), minimum=None, code="CODE"):
    return discount("amount", value, scope, skus, minimum, code)


def free_shipping(scope="every_period", skus=(), minimum=None, code="CODE"):
    return discount("shipping", 0, scope, skus, minimum, code)


# The rules of docs/costs.md -------------------------------------------------------------------------------------------


def price_of_line(one):
    return one["unit_price"] * one["quantity"]


def period_of(one):
    return one["frequency"] and (FREQUENCIES.index(one["frequency"]), one["interval"])


def is_in_scope(code, one, renewal):
    """Whether a code is for a line: of its scope, and of its products."""
    scopes = {"purchases": one["frequency"] is None, "first_period": not renewal, "every_period": True}
    return scopes[code["scope"]] and (not code["skus"] or one["sku"] in code["skus"])


def split(discount, prices):
    """A discount over lines by their price; what rounding down leaves goes to those that lost most."""
    whole = sum(prices)
    exact = [Fraction(discount * price, whole) for price in prices]
    parts = [part.__floor__() for part in exact]
    most_lost = sorted(range(len(prices)), key=lambda index: (parts[index] - exact[index], index))
    for index in most_lost[: discount - sum(parts)]:
        parts[index] += 1
    return parts


def price_of_method(method, goods, weight):
    if method["free_from"] is not None and goods >= method["free_from"]:
        return 0
    price = method["price"]
    for step in method.get("steps", []):
        if (goods if method["by"] == "sum" else weight) >= step["from"]:
            price = step["price"]
    return price


def methods_to(rules, country):
    named = [zone for zone in rules["zones"] if country in zone["countries"]]
    rest = [zone for zone in rules["zones"] if not zone["countries"]]
    return (named + rest)[0]["methods"] if named + rest else []


def choose(methods, choice, goods, weight):
    """The method that counts, and how much is missing until delivery is free."""
    chosen = [one for one in methods if one["id"] == choice]
    sent = [one for one in methods if not one["pickup"]]
    sums = [one["free_from"] for one in chosen or sent if one["free_from"] is not None]
    missing = max(min(sums) - goods, 0) if sums else None
    return min(chosen or sent or methods, key=lambda one: price_of_method(one, goods, weight)), missing


def rate_for(rules, country, region, tax_class, day):
    for place in [region, None]:
        begun = [
            one
            for one in rules["tax"]["rates"]
            if (one["country"], one["region"], one["class"]) == (country, place, tax_class) and one["from"] <= day
        ]
        if begun:
            return max(begun, key=lambda one: one["from"])
    return None


def is_other_member(rules, country):
    """Monaco counts as France."""
    home, other = ("FR" if one == "MC" else one for one in (rules["country"], country))
    return home in EU and other in EU and home != other


def adjustment(kind, label, amount, period, included=False, **more):
    return {
        "kind": kind,
        "label": label,
        "amount": amount,
        "included": included,
        "frequency": period[0],
        "interval": period[1],
        **more,
    }


def portion(rules, lines, situation, code, period):
    """The adjustments of what is paid together: now, or with each renewal of a period."""
    found = []
    country = situation["country"]
    prices = [price_of_line(one) for one in lines]
    scope = [index for index, one in enumerate(lines) if code and is_in_scope(code, one, period[0] is not None)]
    off = [0] * len(lines)
    if scope and code["kind"] != "shipping":
        whole = sum(prices[index] for index in scope)
        if code["kind"] == "percent":
            discount = rounded(Fraction(whole * code["value"], 100_000))
        else:
            discount = min(code["value"], whole)
        for index, part in zip(scope, split(discount, [prices[index] for index in scope])):
            off[index] = part
        if discount:
            found.append(adjustment("discount", code["code"], -discount, period, code=code["code"]))

    delivered = [index for index, one in enumerate(lines) if one["type"] != "digital"]
    methods = methods_to(rules, country) if country and delivered else []
    shipping, at_home = 0, False
    if methods:
        goods = sum(prices[index] for index in delivered)
        weight = sum(lines[index].get("weight", 0) * lines[index]["quantity"] for index in delivered)
        method, missing = choose(methods, situation["method"], goods, weight)
        at_home = method["pickup"]
        shipping = price_of_method(method, goods, weight)
        taken = shipping if scope and code["kind"] == "shipping" else 0
        if taken:
            found.append(adjustment("discount", code["code"], -taken, period, code=code["code"]))
        is_said = missing is not None and period[0] is None and (missing == 0 or shipping > taken)
        more = {"missing": missing} if is_said else {}
        found.append(adjustment("shipping", method["name"], shipping, period, **more))
        shipping -= taken
    if "tax" not in rules:
        return found

    included = rules["tax"]["included"]
    belongs, untaxed = {}, 0
    to = rules["country"] if at_home else country
    region = situation["region"] if to == country else None
    taxed = [(price - part, one.get("tax_class")) for price, part, one in zip(prices, off, lines)]
    for value, tax_class in taxed + [(shipping, rules["tax"]["shipping_class"])]:
        one = rate_for(rules, to, region, tax_class, situation["day"])
        if one and one["rate"] and value:
            key = (one["rate"], one["name"])
            belongs[key] = belongs.get(key, 0) + value
        else:
            untaxed += value
    taxes = []
    for (percentage, name), value in sorted(belongs.items(), key=lambda item: (-item[0][0], item[0][1])):
        share = Fraction(percentage, 100_000)
        tax = rounded(value * share / (1 + share) if included else value * share)
        net = value - tax if included else value
        taxes.append(adjustment("tax", name, tax, period, included, rate=percentage, net=net))
    if rules["tax"]["reverse_charge"] and is_other_member(rules, to) and is_other_member(rules, situation["vat_country"]):
        contained = sum(one["amount"] for one in taxes) if included else 0
        whole = sum(one["net"] for one in taxes) + untaxed
        taxes = [adjustment("tax", "", -contained, period, rate=None, net=whole)] if whole or contained else []
    return found + taxes


def due(lines, adjustments):
    counted = sum(one["amount"] for one in adjustments if not one["included"])
    return sum(price_of_line(one) for one in lines) + counted


def delivery_state(rules, lines, country):
    if not rules["zones"] or all(one["type"] == "digital" for one in lines):
        return "settled"
    if country is None:
        return "later"
    return "settled" if methods_to(rules, country) else "unavailable"


def judge(code, lines):
    """Why a code gives nothing, if so."""
    if not any(is_in_scope(code, one, False) for one in lines):
        return {"code": "code-not-for-cart"}
    missing = (code["minimum"] or 0) - sum(price_of_line(one) for one in lines)
    return {"code": "code-minimum", "missing": missing} if missing > 0 else None


def costs(currency, rules, lines, situation):
    """A cart as the service answers it."""
    code = situation["code"]
    problem = judge(code, lines) if code else None
    counting = None if problem else code
    adjustments = portion(rules, lines, situation, counting, (None, None))
    total = due(lines, adjustments)
    renewals = []
    for period in sorted({period_of(one) for one in lines if period_of(one)}):
        own = [one for one in lines if period_of(one) == period]
        every = (FREQUENCIES[period[0]], period[1])
        later = portion(rules, own, situation, counting, every)
        renewals.append({"frequency": every[0], "interval": every[1], "amount": due(own, later)})
        adjustments = adjustments + later
    cart = {
        "currency": currency,
        "lines": lines,
        "adjustments": adjustments,
        "sums": {"total": total, "renewals": renewals},
        "delivery": delivery_state(rules, lines, situation["country"]),
    }
    if code:
        cart["code"] = code["code"]
    if problem:
        cart["code_problem"] = problem
    goods = sum(price_of_line(one) for one in lines)
    if rules["minimum"] is not None and goods < rules["minimum"]:
        cart["minimum"] = {"amount": rules["minimum"], "missing": rules["minimum"] - goods}
    return cart


# The shops ------------------------------------------------------------------------------------------------------------

OWN = [rate("DE", 19), rate("DE", 7, "reduced")]
NEIGHBOURS = [
    rate("AT", 20),
    rate("AT", 10, "reduced"),
    rate("FR", 20),
    rate("FR", "5.5", "reduced"),
    rate("FI", "25.5"),
    rate("FI", "13.5", "reduced"),
    rate("LU", 17),
    rate("LU", 3, "reduced"),
    rate("GR", 24),
]
BY_MAIL = method("Parcel", 490, free_from=5000)
SHOPS = {
    # The shop of the worked example in docs/costs.md.
    "example": shop("EUR", "DE", True, OWN, [zone("DE", method("Parcel", 490))]),
    "germany": shop(
        "EUR",
        "DE",
        True,
        OWN + NEIGHBOURS,
        [
            zone("DE", BY_MAIL, method("Express", 1290), method("Collect in Kassel", 0, pick_up=True)),
            zone("AT FR LU FI GR", method("Parcel abroad", 1190, free_from=15000), method("Collect", 0, pick_up=True)),
            zone("", method("Air mail", 2990)),
        ],
        minimum=1000,
        reverse_charge=True,
    ),
    # Prices without tax, for companies.
    "wholesale": shop(
        "EUR",
        "DE",
        False,
        OWN + NEIGHBOURS,
        [zone("DE AT", method("Freight", 4900))],
        reverse_charge=True,
        minimum=25000,
    ),
    "finland": shop("EUR", "FI", True, [rate("FI", "25.5"), rate("FI", "13.5", "reduced")], []),
    "scales": shop(
        "EUR",
        "DE",
        True,
        OWN,
        [
            zone(
                "DE",
                method("By weight", 490, by="weight", steps=[(5000, 890), (10000, 1690), (31500, 4990)]),
                method("By sum", 990, free_from=20000, by="sum", steps=[(5000, 590), (10000, 290)]),
            )
        ],
        shipping_class="reduced",
    ),
    "collect": shop("EUR", "DE", True, OWN + NEIGHBOURS, [zone("", method("Workshop", 0, pick_up=True))]),
    "britain": shop(
        "GBP",
        "GB",
        True,
        [rate("GB", 20), rate("GB", 5, "reduced"), rate("GB", 0, "zero")],
        [zone("GB", method("Royal Mail", 345, free_from=4000))],
    ),
    "britain without": shop(
        "GBP",
        "GB",
        False,
        [rate("GB", 20), rate("GB", 5, "reduced"), rate("GB", 0, "zero")],
        [zone("GB", method("Royal Mail", 345))],
    ),
    "switzerland": shop(
        "CHF",
        "CH",
        True,
        [
            rate("CH", "7.7", since="2018-01-01"),
            rate("CH", "8.1", since="2024-01-01"),
            rate("CH", "2.5", "reduced", since="2018-01-01"),
            rate("CH", "2.6", "reduced", since="2024-01-01"),
        ],
        [zone("CH LI", method("A-Post", 900))],
    ),
    "america": shop(
        "USD",
        "US",
        False,
        [
            rate("US", "7.25", region="CA", name="CA sales tax"),
            rate("US", "6.25", region="TX", name="TX sales tax"),
            rate("US", 4, region="NY", name="NY sales tax"),
            rate("US", "4.125", region="NY", name="NY sales tax", since="2026-07-01"),
            rate("US", 0, "reduced", region="NY", name="NY sales tax"),
            rate("US", 1, name="Federal fee"),
            rate("US", "1.5", name="Federal fee", since="2026-07-01"),
            rate("US", "6.35", region="CT", name="CT sales tax", since="2026-07-01"),
        ],
        [zone("US", method("Ground", 799, free_from=7500))],
        shipping_class="zero",
    ),
    "japan": shop(
        "JPY",
        "JP",
        True,
        [rate("JP", 10, name="消費税"), rate("JP", 8, "reduced", name="消費税")],
        [zone("JP", method("Takkyubin", 770, free_from=5500))],
    ),
    "kuwait": shop("KWD", "KW", True, [rate("KW", 0)], [zone("KW", method("Courier", 1250))]),
    # The cheapest method is never free, another is.
    "letters": shop(
        "EUR",
        "DE",
        True,
        OWN,
        [
            zone(
                "DE",
                method("Letter", 290, by="weight", steps=[(1000, 990)]),
                method("Parcel", 490, free_from=5000),
                method("Locker", 150, pick_up=True),
            )
        ],
    ),
    # Two taxes of one rate, with names.
    "canada": shop(
        "CAD",
        "CA",
        False,
        [
            rate("CA", 5, name="GST"),
            rate("CA", 13, region="ON", name="HST"),
            rate("CA", 5, "reduced", name="Levy"),
            rate("CA", 5, "books", name="GST"),
            rate("CA", 0, "zero", name="GST"),
        ],
        [zone("CA", method("Canada Post", 1195), method("Shop in Toronto", 0, pick_up=True)), zone("US", method("Border shop", 500, pick_up=True))],
        classes=["books"],
    ),
    "france": shop(
        "EUR",
        "FR",
        True,
        [rate("FR", 20), rate("MC", 20), rate("AT", 20)],
        [zone("", method("Colis", 890))],
        reverse_charge=True,
    ),
    "no costs": shop("EUR", "DE", True, [], []),
    # Tax that is added, at 25.5 %, without delivery.
    "added": shop("EUR", "FI", False, [rate("FI", "25.5"), rate("FI", 10, "reduced")], []),
}

MUG = line("mug", 1800)
MUGS = line("mug", 1800, 2)
COFFEE = line("coffee", 2100, tax_class="reduced", weight=500, every=("monthly", 1))
TEA = line("tea", 1250, tax_class="reduced", weight=250, every=("monthly", 3))
BOOK = line("book", 2490, tax_class="reduced", weight=700)
EBOOK = line("ebook", 999, tax_class="reduced", digital=True)
COURSE = line("course", 4900, digital=True)
TABLE = line("table", 39900, weight=18000)
CENT = line("pin", 1)
MIXED = [MUGS, COFFEE]

CARTS = [
    ("the worked example of the documentation", "example", MIXED, {"country": "DE", "code": percent(10, "first_period", code="SPRING")}),
    ("a shop without rules", "no costs", MIXED, {"country": "DE"}),
    # Germany, prices with tax
    ("two rates at home, delivery in the standard class", "germany", [MUG, BOOK], {"country": "DE"}),
    ("one cent below free delivery", "germany", [line("vase", 4999)], {"country": "DE"}),
    ("free delivery is reached to the cent", "germany", [line("vase", 5000)], {"country": "DE"}),
    ("a discount does not take free delivery away", "germany", [line("vase", 5000)], {"country": "DE", "code": percent(50)}),
    ("digital products do not count for free delivery", "germany", [MUG, COURSE], {"country": "DE"}),
    ("another method is chosen", "germany", [MUG], {"country": "DE", "method": "express"}),
    ("goods are picked up", "germany", [MUG, BOOK], {"country": "DE", "method": "collect-in-kassel"}),
    ("a shop that only has pick-up taxes a buyer from Austria at home", "collect", [MUG, BOOK], {"country": "AT"}),
    ("Austria at its own rates", "germany", [MUG, BOOK], {"country": "AT"}),
    ("France at 5.5 %", "germany", [MUG, BOOK], {"country": "FR"}),
    ("Finland at 25.5 %", "germany", [MUG, BOOK], {"country": "FI"}),
    ("Luxembourg reaches free delivery abroad", "germany", [line("mug", 1800, 9)], {"country": "LU"}),
    ("rest of the world without tax", "germany", [MUG, BOOK], {"country": "US"}),
    ("only digital products have no delivery", "germany", [EBOOK, COURSE], {"country": "AT"}),
    ("no country yet", "germany", [MUG, BOOK], {}),
    ("a country without delivery", "example", [MUG], {"country": "FR"}),
    ("below the minimum", "germany", [line("card", 250, 3)], {"country": "DE"}),
    ("the minimum is reached to the cent", "germany", [line("card", 250, 4)], {"country": "DE"}),
    ("a discount does not bring the goods below the minimum", "germany", [line("card", 250, 4)], {"country": "DE", "code": percent(20)}),
    # Reverse charge
    ("a company in Austria", "germany", [MUG, BOOK], {"country": "AT", "vat_number": "ATU12345675"}),
    ("a company in Greece", "germany", [MUG, BOOK], {"country": "GR", "vat_number": "EL094259216"}),
    ("a company in Austria has goods sent to France", "germany", [MUG], {"country": "FR", "vat_number": "ATU12345675"}),
    ("a company in Austria picks goods up", "germany", [MUG, COURSE], {"country": "AT", "vat_number": "ATU12345675", "method": "collect"}),
    ("a company in Austria that subscribes with a discount", "germany", MIXED, {"country": "AT", "vat_number": "ATU12345675", "code": percent(15)}),
    ("a VAT number at home changes nothing", "germany", [MUG], {"country": "DE", "vat_number": "ATU12345675"}),
    ("a VAT number of the shop's own country changes nothing", "germany", [MUG], {"country": "AT", "vat_number": "DE136695976"}),
    ("a shop that does not allow reverse charge", "collect", [COURSE], {"country": "AT", "vat_number": "ATU12345675"}),
    ("a company in Austria buys prices without tax", "wholesale", [line("pallet", 30000)], {"country": "AT", "vat_number": "ATU12345675"}),
    ("a company in Austria buys only digital products", "germany", [COURSE, EBOOK], {"country": "AT", "vat_number": "ATU12345675"}),
    ("Monaco belongs to France", "france", [MUG], {"country": "MC", "vat_number": "ATU12345675"}),
    ("a company in France has goods sent to Monaco", "germany", [COURSE], {"country": "MC", "vat_number": "FR16000063601"}),
    ("a company outside the European Union", "germany", [MUG], {"country": "CH", "vat_number": "ATU12345675"}),
    ("wholesale adds tax and is below the minimum", "wholesale", [line("box", 1250, 15), BOOK], {"country": "DE"}),
    # Each kind of code with each scope, on two mugs, coffee every month and tea every three months
    *[
        (f"{name} for {scope}", "germany", [MUGS, COFFEE, TEA], {"country": "DE", "code": code(scope)})
        for name, code in [
            ("12.5 %", lambda scope: percent("12.5", scope)),
            ("20.00", lambda scope: amount(2000, scope)),
            ("free shipping", lambda scope: free_shipping(scope)),
        ]
        for scope in ["purchases", "first_period", "every_period"]
    ],
    *[
        (f"{name}, where delivery costs", "germany", [MUG, COFFEE, TEA][:2], {"country": "DE", "code": code})
        for name, code in [
            ("free shipping for purchases", free_shipping("purchases")),
            ("free shipping for the first period", free_shipping("first_period")),
            ("free shipping for every period", free_shipping("every_period")),
        ]
    ],
    ("a code for one product", "germany", [MUG, BOOK, COFFEE], {"country": "DE", "code": percent(25, skus=["coffee"])}),
    ("free shipping for one product", "germany", [MUG, COFFEE], {"country": "DE", "code": free_shipping(skus=["mug"])}),
    ("a code for purchases on a cart of subscriptions", "germany", [COFFEE], {"country": "DE", "code": percent(10, "purchases")}),
    ("a code for a product that is not in the cart", "germany", [MUG], {"country": "DE", "code": amount(500, skus=["tea"])}),
    ("free shipping for digital products", "germany", [COURSE], {"country": "DE", "code": free_shipping()}),
    # Subscriptions
    ("subscriptions of three periods", "germany", [COFFEE, TEA, line("box", 9900, every=("yearly", 1))], {"country": "DE"}),
    ("two subscriptions of one period", "germany", [COFFEE, line("milk", 333, 3, "reduced", every=("monthly", 1))], {"country": "AT", "code": percent(33)}),
    ("a digital subscription is renewed without delivery", "germany", [MUG, line("club", 500, digital=True, every=("monthly", 1))], {"country": "DE"}),
    ("a subscription of 0.00 after a code of 100 %", "germany", [COFFEE], {"country": "DE", "code": percent(100)}),
    ("subscriptions of four periods, shortest first", "letters", [line("box", 9900, every=("yearly", 1)), TEA, line("roll", 120, 4, "reduced", weight=60, every=("weekly", 2)), line("news", 90, digital=True, every=("daily", 1))], {"country": "DE", "code": percent("33.333")}),
    ("the cheapest method of a renewal is another one", "letters", [line("pot", 3900, weight=900), COFFEE], {"country": "DE"}),
    ("the chosen method counts for renewals", "letters", [COFFEE], {"country": "DE", "method": "parcel"}),
    # How much is missing
    ("another method is free from a sum", "letters", [line("card", 1000)], {"country": "DE"}),
    ("another method is free", "letters", [line("card", 6000)], {"country": "DE", "method": "letter"}),
    ("a locker, where another method is free from a sum", "letters", [line("card", 1000)], {"country": "DE", "method": "locker"}),
    # Codes with a minimum
    ("a code's minimum is reached before the discount", "germany", [MUGS], {"country": "DE", "code": percent(50, minimum=3600)}),
    ("a code's minimum is not reached", "germany", [MUGS], {"country": "DE", "code": percent(50, minimum=3601)}),
    ("a code's minimum counts all lines", "germany", [MUG, COURSE], {"country": "DE", "code": percent(50, skus=["mug"], minimum=6700)}),
    # Pick-up abroad and in regions
    ("digital products beside what is picked up", "collect", [MUG, COURSE], {"country": "AT"}),
    ("picked up by a buyer of a region", "canada", [MUG], {"country": "CA", "region": "ON", "method": "shop-in-toronto"}),
    ("picked up by a buyer of a region of another country", "canada", [MUG], {"country": "US", "region": "CA"}),
    ("two taxes of one rate", "canada", [line("bulb", 999, 1, "reduced"), MUG, line("novel", 1501, 1, "books")], {"country": "CA", "region": "BC"}),
    ("a company in Austria pays nothing", "germany", [COURSE], {"country": "AT", "vat_number": "ATU12345675", "code": percent(100)}),
    # Steps
    ("below the first step by weight", "scales", [line("pot", 2000, weight=4999)], {"country": "DE", "method": "by-weight"}),
    ("a step by weight is reached to the gram", "scales", [line("pot", 2000, 2, weight=2500)], {"country": "DE", "method": "by-weight"}),
    ("the last step by weight", "scales", [TABLE, TABLE], {"country": "DE", "method": "by-weight"}),
    ("digital products weigh nothing", "scales", [line("pot", 2000, weight=4999), line("film", 2000, digital=True, weight=5000)], {"country": "DE", "method": "by-weight"}),
    ("the cheapest method is by weight", "scales", [line("pot", 2000, weight=4999)], {"country": "DE"}),
    ("the cheapest method is by sum", "scales", [TABLE], {"country": "DE"}),
    ("a step by sum makes delivery cheaper", "scales", [line("pot", 5000, weight=6000)], {"country": "DE", "method": "by-sum"}),
    # United Kingdom
    ("United Kingdom, prices with tax", "britain", [line("kettle", 2999), line("seat", 7999, tax_class="reduced"), line("atlas", 1250, tax_class="zero")], {"country": "GB"}),
    ("United Kingdom, prices without tax", "britain without", [line("kettle", 2999), line("seat", 7999, tax_class="reduced"), line("atlas", 1250, tax_class="zero")], {"country": "GB", "code": amount(1000)}),
    ("a zero rate has no adjustment", "britain without", [line("atlas", 1250, tax_class="zero")], {"country": "GB", "code": free_shipping()}),
    # Switzerland
    ("Switzerland at 8.1 % and 2.6 %", "switzerland", [line("watch", 24990), line("cheese", 1495, 2, "reduced")], {"country": "CH"}),
    ("Switzerland the day before the rates changed", "switzerland", [line("watch", 24990), line("cheese", 1495, 2, "reduced")], {"country": "CH", "day": "2023-12-31"}),
    ("Switzerland the day the rates changed", "switzerland", [line("watch", 24990)], {"country": "CH", "day": "2024-01-01"}),
    ("Switzerland before any rate", "switzerland", [line("watch", 24990)], {"country": "CH", "day": "2017-12-31"}),
    # United States
    ("California adds 7.25 %", "america", [line("shirt", 2499, 2)], {"country": "US", "region": "CA"}),
    ("Texas adds 6.25 % to less than the price", "america", [line("shirt", 2499, 2)], {"country": "US", "region": "TX", "code": percent(15)}),
    ("New York before the change", "america", [line("shirt", 2500)], {"country": "US", "region": "NY", "day": "2026-06-30"}),
    ("New York after the change", "america", [line("shirt", 2500)], {"country": "US", "region": "NY", "day": "2026-07-01"}),
    ("New York takes nothing for food", "america", [line("shirt", 2500), line("bread", 600, tax_class="reduced")], {"country": "US", "region": "NY"}),
    ("a region's rate that has not begun leaves the country's", "america", [line("shirt", 2500)], {"country": "US", "region": "CT"}),
    ("a region's older rate counts before the country's newer", "america", [line("shirt", 2500)], {"country": "US", "region": "CA", "day": "2026-07-01"}),
    ("the country's newer rate", "america", [line("shirt", 2500)], {"country": "US", "region": "OR", "day": "2026-07-01"}),
    ("a region without a rate has the country's", "america", [line("shirt", 2500)], {"country": "US", "region": "OR"}),
    ("a country with regions, and no region yet", "america", [line("shirt", 2500)], {"country": "US"}),
    # Japan and Kuwait
    ("Japan has no decimals", "japan", [line("cup", 1980), line("matcha", 1296, 2, "reduced")], {"country": "JP"}),
    ("Japan with a code", "japan", [line("cup", 1980), line("matcha", 1296, 2, "reduced")], {"country": "JP", "code": percent("7.5")}),
    ("Kuwait has three decimals and no tax", "kuwait", [line("dates", 3750, 3)], {"country": "KW"}),
    ("Kuwait with a code that leaves a half", "kuwait", [line("dates", 3755)], {"country": "KW", "code": percent(10)}),
    # Rounding
    ("a half is rounded up, added", "added", [line("pin", 5, 1, "reduced")], {"country": "FI"}),
    ("many halves are rounded once", "added", [line(f"pin-{index}", 105, 1, "reduced") for index in range(9)], {"country": "FI"}),
    ("25.5 % of one cent", "added", [CENT], {"country": "FI"}),
    ("25.5 % of two cents", "added", [line("pin", 1, 2)], {"country": "FI"}),
    ("25.5 % in one cent", "finland", [CENT], {"country": "FI"}),
    ("25.5 % in three cents", "finland", [line("pin", 1, 3)], {"country": "FI"}),
    ("three equal lines share one cent", "finland", [line("a", 100), line("b", 100), line("c", 100, 1, "reduced")], {"country": "FI", "code": amount(1)}),
    ("three equal lines share two cents", "finland", [line("a", 100, 1, "reduced"), line("b", 100), line("c", 100)], {"country": "FI", "code": amount(2)}),
    ("the line that lost most gets the cent", "finland", [line("a", 100), line("b", 199, 1, "reduced"), line("c", 100)], {"country": "FI", "code": amount(100)}),
    ("many lines share a percentage", "finland", [line(f"pin-{index}", 33 + index, 1, "reduced" if index % 2 else None) for index in range(12)], {"country": "FI", "code": percent("12.5")}),
    ("a percentage leaves a half", "finland", [line("pin", 150)], {"country": "FI", "code": percent(1)}),
    ("an amount larger than the cart", "finland", [MUG, BOOK], {"country": "FI", "code": amount(100000)}),
    ("an amount larger than the cart leaves the delivery", "germany", [MUG], {"country": "DE", "code": amount(100000)}),
    ("100 %", "added", [MUG, BOOK], {"country": "FI", "code": percent(100)}),
    ("a percentage of one cent", "finland", [CENT], {"country": "FI", "code": percent(50)}),
    ("a percentage too small for one cent", "finland", [CENT], {"country": "FI", "code": percent(49)}),
    # Large prices
    ("a house", "wholesale", [line("house", 99999999999)], {"country": "DE"}),
    ("999 machines", "germany", [line("machine", 123456789000, 999)], {"country": "DE", "code": percent("0.1")}),
    ("a house in yen", "japan", [line("house", 8999999999)], {"country": "JP"}),
]


def written(value, indent=""):
    """JSON with one line for each thing that fits into one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + line) <= 140 or not any(isinstance(one, (dict, list)) for one in values(value)):
        return line
    inner = indent + " "
    names = [json.dumps(name, ensure_ascii=False) + ": " for name in value] if isinstance(value, dict) else [""] * len(value)
    members = ",\n".join(inner + name + written(one, inner) for name, one in zip(names, values(value)))
    return f"{line[0]}\n{members}\n{indent}{line[-1]}"


def values(value):
    return list(value.values()) if isinstance(value, dict) else value


def main():
    carts = []
    for name, shop_name, lines, given in CARTS:
        situation = {"country": None, "region": None, "method": None, "vat_number": None, "day": "2026-06-01", "code": None}
        assert given.keys() <= situation.keys(), name
        situation |= given
        prefix = situation["vat_number"] and situation["vat_number"][:2]
        situation["vat_country"] = "GR" if prefix == "EL" else prefix
        cart = costs(SHOPS[shop_name]["currency"], SHOPS[shop_name]["rules"], lines, situation)
        carts.append({"name": name, "shop": shop_name, "situation": situation, "cart": cart})
    assert len({one["name"] for one in carts}) == len(carts)
    assert {one["shop"] for one in carts} == SHOPS.keys()
    # The worked example of docs/costs.md, by its own figures.
    example = carts[0]["cart"]
    assert example["sums"]["total"] == 5620 and example["sums"]["renewals"][0]["amount"] == 2590
    taxes = [(one["amount"], one["amount"] + one["net"]) for one in example["adjustments"] if one["kind"] == "tax"]
    assert taxes == [(596, 3730), (124, 1890), (78, 490), (137, 2100)]
    rules = {name: one["rules"] for name, one in SHOPS.items()}
    table = written({"shops": rules, "carts": carts})
    pathlib.Path(__file__).with_name("carts.json").write_text(table + "\n", encoding="utf-8")
    print(len(carts), "carts")


if __name__ == "__main__":
    main()
