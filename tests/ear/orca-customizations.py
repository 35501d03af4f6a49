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

# Whoever follows the file must not wait for the next page of output.
debug.debugFile.reconfigure(line_buffering=True)

# Orca keeps the line at the caret as it was when the page arrived, which may have been before its layout: then the
# next line is not the next. It is asked for anew.
line_at = Utilities.getLineContentsAtOffset


def fresh_line_at(self, *args, **options):
    self._currentLineContents = None
    return line_at(self, *args, **options)


Utilities.getLineContentsAtOffset = fresh_line_at
