"""The words and signs of the language, with the bytes that stand for them in memory.

The codes are those which ``list74``, Marcus von Cube's program that lists recordings of TI-74
programs, has found. The machine knows every word here; those in ``NOT_SIMULATED`` we do not.
"""

_STATEMENTS = {
    "DISPLAY": 0x81, "REM": 0x82, "DIM": 0x83, "IMAGE": 0x84, "STOP": 0x85, "END": 0x86,
    "LET": 0x87, "INPUT": 0x88, "LINPUT": 0x89, "PRINT": 0x8A, "PAUSE": 0x8B, "OPEN": 0x8C,
    "CLOSE": 0x8D, "RESTORE": 0x8E, "RANDOMIZE": 0x90, "ON": 0x91, "GOTO": 0x92, "GOSUB": 0x93,
    "RETURN": 0x94, "CALL": 0x95, "SUB": 0x98, "SUBEXIT": 0x99, "SUBEND": 0x9A, "FOR": 0x9B,
    "NEXT": 0x9C, "IF": 0x9D, "ELSE": 0x9E, "!": 0xA0, "READ": 0xA1, "DATA": 0xA2, "ACCEPT": 0xA3,
}  # fmt: skip
_SIGNS = {
    ":": 0x00, "THEN": 0xAA, "TO": 0xAB, "STEP": 0xAC, ",": 0xAD, ";": 0xAE, ")": 0xAF, "OR": 0xB0,
    "AND": 0xB1, "XOR": 0xB2, "<>": 0xB3, "<=": 0xB4, ">=": 0xB5, "=": 0xB6, "<": 0xB7, ">": 0xB8,
    "&": 0xB9, "+": 0xBA, "-": 0xBB, "*": 0xBC, "/": 0xBD, "^": 0xBE, "(": 0xC0, "NOT": 0xC1,
    "#": 0xF0,
}  # fmt: skip
_FUNCTIONS = {
    "SEG$": 0xCD, "RPT$": 0xCE, "POS": 0xCF, "LEN": 0xD0, "VAL": 0xD1, "NUMERIC": 0xD2,
    "ASC": 0xD3, "RND": 0xD4, "PI": 0xD5, "KEY$": 0xD6, "CHR$": 0xD7, "STR$": 0xD8, "ABS": 0xD9,
    "ACOS": 0xDA, "ASIN": 0xDB, "ATN": 0xDC, "COS": 0xDD, "EXP": 0xDE, "INT": 0xDF, "ATANH": 0xE0,
    "LN": 0xE1, "LOG": 0xE2, "SGN": 0xE3, "SIN": 0xE4, "SQR": 0xE5, "TAN": 0xE6, "EOF": 0xE7,
    "FRE": 0xE8, "SINH": 0xE9, "COSH": 0xEA, "TANH": 0xEB, "ASINH": 0xEC, "ACOSH": 0xED,
}  # fmt: skip
_OPTIONS = {
    "NULL": 0xEE, "VALIDATE": 0xEF, "ALL": 0xF1, "TAB": 0xF2, "USING": 0xF3, "INTERNAL": 0xF4,
    "OUTPUT": 0xF5, "UPDATE": 0xF6, "APPEND": 0xF7, "VARIABLE": 0xF8, "SIZE": 0xF9, "AT": 0xFA,
    "REC": 0xFB, "ERASE": 0xFC, "RELATIVE": 0xFD,
}  # fmt: skip
_EXTENDED = ["RUN", "DELETE", "FORMAT", "BREAK", "UNBREAK", "DEG", "RAD", "GRAD", "WARNING"]
_EXTENDED += ["ERROR", "PROTECTED", "DIGIT", "UALPHANUM", "UALPHA", "ALPHANUM", "ALPHA"]

CODES: dict[str, bytes] = {
    **{
        word: bytes([code]) for word, code in (_STATEMENTS | _SIGNS | _FUNCTIONS | _OPTIONS).items()
    },
    **{word: bytes([0x80, 0x40 + place]) for place, word in enumerate(_EXTENDED)},
}
"""Each word and sign with its bytes."""

NUMBER = 0xC0
"""With the number of bytes that follow added: a number, as its exponent and its digits."""

QUOTED, UNQUOTED, LINE_NUMBER = 0xC9, 0xCA, 0xCB
"""What is before the length of a text in quotes, of one without, and before a line number."""

FIRST_VARIABLE, LAST_VARIABLE = 0x20, 0x7F

WORDS = frozenset(word for word in CODES if word[0].isalpha())

SIGNS = tuple(sorted((word for word in CODES if not word[0].isalpha()), key=len, reverse=True))
"""The longer ones first: <> is not < and >."""

FUNCTIONS = frozenset(_FUNCTIONS) | {"TAB"}
"""Words that no blank follows where a line is listed."""

_CAPITALS, _DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
KINDS = {
    "DIGIT": _DIGITS, "NUMERIC": f"{_DIGITS}+-.E", "UALPHA": f"{_CAPITALS} ",
    "UALPHANUM": f"{_CAPITALS}{_DIGITS} ", "ALPHA": f"{_CAPITALS}{_CAPITALS.lower()} ",
    "ALPHANUM": f"{_CAPITALS}{_CAPITALS.lower()}{_DIGITS} ",
}  # fmt: skip
"""What VALIDATE lets through."""

NOT_SIMULATED = frozenset(
    {"DISPLAY", "OPEN", "CLOSE", "CALL", "SUB", "SUBEXIT", "SUBEND", "EOF", "FRE", "#"}
    | {*_OPTIONS, *_EXTENDED}
) - {"TAB", "USING", "DEG", "RAD", "GRAD", "AT", "SIZE", "ERASE", "VALIDATE", "NULL", *KINDS}
"""What the machine knows, and the simulator does not."""
