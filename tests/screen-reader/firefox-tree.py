"""Prints, as JSON, the headings, landmarks and form controls of the page in front, as Firefox exposes them by AT-SPI."""

import json

import pyatspi

ROLES = {"heading": "heading", "entry": "textbox", "check box": "checkbox", "form": "form"}


def describe(accessible):
    attributes = dict(pair.split(":", 1) for pair in accessible.getAttributes())
    role = ROLES.get(accessible.getRoleName())
    if accessible.getRole() == pyatspi.ROLE_LANDMARK:
        role = attributes["xml-roles"]
    if role is None:
        return None
    states = accessible.getState()
    return {
        "role": role,
        "name": accessible.name,
        "description": accessible.description,
        "level": int(attributes.get("level", 0)),
        # Chromium does not list it for a checkbox.
        "required": role == "textbox" and states.contains(pyatspi.STATE_REQUIRED),
        "invalid": states.contains(pyatspi.STATE_INVALID_ENTRY),
    }


def walk(accessible):
    yield accessible
    for child in accessible:
        if child is not None:
            yield from walk(child)


def pages():
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and application.name == "Firefox":
            for accessible in walk(application):
                if accessible.getRole() == pyatspi.ROLE_DOCUMENT_WEB:
                    yield accessible


for page in pages():
    if page.getState().contains(pyatspi.STATE_SHOWING):
        print(json.dumps([described for described in map(describe, walk(page)) if described]))
