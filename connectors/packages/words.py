"""What builders read in every tool, in the same words: the fields that each step has beside its action's own."""

KEY_TITLE = "Key"
KEY_HELP = (
    "Map the ID of the record that started this run, such as the order ID. The same key never runs the action twice. "
    "Never a random or time value."
)
KEY_SUFFIX_HELP = "To run it again on purpose, add something to the key, such as order-1842:again."
"""For tools that can only send what the builder has filled in."""

RUN_AGAIN_TITLE = "Run again"
RUN_AGAIN_HELP = (
    "Leave blank. To run the action again for the same record on purpose, write something here, such as 2: "
    "it is added to the key."
)
CONNECTION_TITLE = "Connection"
CONNECTION_HELP = "Which account to use, by the name it has in Oncestep. Blank uses the one named default."
CORRELATION_TITLE = "Correlation ID"
CORRELATION_HELP = "Groups the steps of one run when people look for them. It never decides whether the action runs."
SOURCE_TITLE = "Source event"
SOURCE_HELP = "What triggered the run, for people who look for it. It never decides whether the action runs."
CALLBACK_TITLE = "Callback URL"
CALLBACK_HELP = "Where a signed message is sent when the operation settles or needs a person. Its host must be allowed."
ADDRESS_TITLE = "Address"
ADDRESS_HELP = (
    "The address of your Oncestep, without /v1 and without a slash at the end, such as https://once.example.com."
)
API_KEY_TITLE = "API key"
API_KEY_HELP = "The key that was shown once when it was created. It looks like a name, a dot and a long secret."
