"""Why a demo server does not do what was asked, as it will read in the JSON answer."""


class Refusal(Exception):
    """`error` is the word for machines, `str()` the sentence for people."""

    def __init__(self, status: int, error: str, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.field = field

    def document(self) -> dict[str, str]:
        document = {"error": self.error, "message": str(self)}
        return document if self.field is None else {**document, "field": self.field}


class InvalidField(Exception):
    """A field of the JSON body is missing or wrong; the server decides which status that is."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field

    def refusal(self, status: int) -> Refusal:
        return Refusal(status, "invalid_field", str(self), field=self.field)
