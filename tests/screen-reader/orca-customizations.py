"""Orca as the journeys need it: speech goes to the debug output, and to no synthesizer."""

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

# Flushed at each line: whoever reads the file while Orca runs must not wait until a buffer is full.
debug.debugFile.reconfigure(line_buffering=True)

# Orca caches the line at the caret as it was when the page loaded, perhaps before layout, and would then move to a wrong
# next line. The cache is cleared before each use.
line_at = Utilities.getLineContentsAtOffset


def fresh_line_at(self, *args, **options):
    self._currentLineContents = None
    return line_at(self, *args, **options)


Utilities.getLineContentsAtOffset = fresh_line_at
