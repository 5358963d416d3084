"""What tests of actions share: how the actions of a sol went."""

from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.state import E_FAIL, E_LOST, E_SHORT, E_SUCCESS

ENDS = (E_SUCCESS, E_FAIL, E_SHORT, E_LOST)


def outcomes(table, *kinds):
    """(kind of action, done or not) of the actions in the order they were resolved, from the log; of these kinds, if any."""
    log = [(words.JOBS[row[2]], row[0] == E_SUCCESS) for row in table.log if row[0] in ENDS]
    return [pair for pair in log if not kinds or pair[0] in kinds]


def finish(table):
    """On to the end, answering whatever is asked with the first answer."""
    while not table["over"] and table["sol"] == 1:
        table.rest()
        if not table["over"] and table["sol"] == 1:
            table.act(min(table.legal))
    return table
