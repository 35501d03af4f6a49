"""Orca as the journeys need it: what it would speak goes to its standard output, and to no synthesizer."""

import json

from orca import debug, settings
from orca.scripts.web.script_utilities import Utilities

# No speech server: the rest of Orca works as usual, and its debug output has what would be spoken.
settings.speechServerFactory = ""
settings.enableBraille = False
settings.enableSound = False
# The journey itself says which keys are pressed.
settings.enableKeyEcho = False
# Reading begins with a key of the journey's own.
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False

# The whole debug output, one JSON string to a line: a text may have several lines.
debug.println = lambda level, text="", *options: print(json.dumps(text), flush=True)

# Orca caches the line at the caret as it was when the page loaded, perhaps before layout, and would then move to a wrong
# next line. The cache is cleared before each use.
line_at = Utilities.getLineContentsAtOffset


def fresh_line_at(self, *args, **options):
    self._currentLineContents = None
    return line_at(self, *args, **options)


Utilities.getLineContentsAtOffset = fresh_line_at
