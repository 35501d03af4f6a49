"""Orca as the journeys need it: speech goes to the debug output, and to no synthesizer."""

from orca import debug, settings

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
