"""Orca as the journeys need it: it writes down what it would speak, and nobody speaks it."""

from orca import debug, settings

# No speech server: everything else of Orca works as ever, and its debug output has what is spoken.
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
