"""Orca as the tests need it: what it would speak goes to its standard output, and to no synthesizer."""

import json

from orca import debug, settings
from orca.scripts.web.script_utilities import Utilities

# No speech server: the rest of Orca works as usual, and its debug output has what would be spoken.
settings.speechServerFactory = ""
settings.enableBraille = False
settings.enableSound = False
# Orca would speak each key that a test presses.
settings.enableKeyEcho = False
# Reading begins when a test presses a key, not by itself.
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False

# The whole debug output, one JSON string to a line: a text may have several lines.
debug.println = lambda level, text="", *options: print(json.dumps(text), flush=True)

# Orca caches the line at the caret as the page loads, perhaps before layout, and would then go to a wrong next line: the
# cache is cleared before each use.
line_at = Utilities.getLineContentsAtOffset


def fresh_line_at(self, *args, **options):
    self._currentLineContents = None
    return line_at(self, *args, **options)


Utilities.getLineContentsAtOffset = fresh_line_at
