"""The form of a connection's rules. What a contract has too is defined as in connectors/contract.schema.json."""

from typing import Any

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "outcomes": {
            "allOf": [{"$ref": "#/$defs/outcomes"}, {"properties": {"failed_body": {"enum": ["rejected", "unknown"]}}}]
        },
        "timeout": {"$ref": "#/$defs/duration"},
        "idempotency": {"$ref": "#/$defs/owners_promise"},
        "mark": {"$ref": "#/$defs/mark"},
        "lookup": {"$ref": "#/$defs/lookup"},
    },
    "$defs": {
        "owners_promise": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "name": {"$ref": "#/$defs/token"},
                "max_length": {"type": "integer"},
                "format": {"enum": ["opaque", "uuid"]},
                "retention": {"type": "string", "pattern": "^([0-9]+(ms|s|m|h|d)|never)$"},
                "compares_parameters": {"type": "boolean"},
                "replays_errors": {"type": "boolean"},
                "min_retry_delay": {"$ref": "#/$defs/duration"},
                "verified_by": {"$ref": "#/$defs/text"},
                "checked_on": {"$ref": "#/$defs/date"},
                "source": {"$ref": "#/$defs/text"},
            },
        },
        "mark": {
            "type": "object",
            "additionalProperties": False,
            "required": ["place", "name"],
            "properties": {"place": {"enum": ["header", "query", "body"]}, "name": {"$ref": "#/$defs/text"}},
            "if": {"properties": {"place": {"const": "header"}}},
            "then": {"properties": {"name": {"$ref": "#/$defs/token"}}},
            "else": {"properties": {"name": {"$ref": "#/$defs/path_in_body"}}},
        },
        "text": {"type": "string", "pattern": "\\S"},
        "path_in_body": {"type": "string", "pattern": "^[^.\\s]+(\\.[^.\\s]+)*$"},
        "token": {"type": "string", "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"},
        "date": {"type": "string", "format": "date"},
        "duration": {"type": "string", "pattern": "^[0-9]+(ms|s|m|h|d)$"},
        "outcome": {"enum": ["confirmed", "rejected", "not_applied", "unknown"]},
        "values_in_body": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"$ref": "#/$defs/path_in_body"},
            "additionalProperties": {"type": ["string", "number", "boolean", "null"]},
        },
        "outcomes": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "rules": {"type": "array", "items": {"$ref": "#/$defs/rule"}},
                "success": {"$ref": "#/$defs/values_in_body"},
                "success_absent": {
                    "type": "array",
                    "minItems": 1,
                    "uniqueItems": True,
                    "items": {"$ref": "#/$defs/path_in_body"},
                },
                "success_statuses": {
                    "type": "array",
                    "minItems": 1,
                    "uniqueItems": True,
                    "items": {"type": "integer", "minimum": 200, "maximum": 299},
                },
                "failed_body": {"$ref": "#/$defs/outcome"},
                "remote_id": {"$ref": "#/$defs/path_in_body"},
                "error_code": {"$ref": "#/$defs/path_in_body"},
                "error_message": {"$ref": "#/$defs/path_in_body"},
            },
        },
        "rule": {
            "type": "object",
            "additionalProperties": False,
            "required": ["outcome"],
            "properties": {
                "statuses": {
                    "type": "array",
                    "minItems": 1,
                    "uniqueItems": True,
                    "items": {"type": "integer", "minimum": 200, "maximum": 599},
                },
                "where": {"$ref": "#/$defs/values_in_body"},
                "outcome": {"$ref": "#/$defs/outcome"},
                "own_attempt_only": {"const": True},
            },
            "anyOf": [{"required": ["statuses"]}, {"required": ["where"]}],
            "if": {"required": ["own_attempt_only"]},
            "then": {"properties": {"outcome": {"const": "rejected"}}},
        },
        "lookup": {
            "type": "object",
            "additionalProperties": False,
            "required": ["path", "items", "match", "remote_id", "max_processing", "consistent_after"],
            "properties": {
                "path": {"type": "string", "pattern": "^/[^#\\s]*$"},
                "query": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}},
                "items": {"$ref": "#/$defs/path_in_body"},
                "match": {
                    "type": "object",
                    "minProperties": 1,
                    "propertyNames": {"$ref": "#/$defs/path_in_body"},
                    "additionalProperties": {"type": "string"},
                },
                "rules": {"type": "array", "items": {"$ref": "#/$defs/lookup_rule"}},
                "remote_id": {"$ref": "#/$defs/path_in_body"},
                "next_page": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["parameter", "cursor", "more"],
                    "properties": {
                        "parameter": {"$ref": "#/$defs/text"},
                        "cursor": {"$ref": "#/$defs/path_in_body"},
                        "more": {"$ref": "#/$defs/path_in_body"},
                    },
                },
                "max_pages": {"type": "integer", "minimum": 1},
                "max_processing": {"type": "string", "pattern": "^([0-9]+(ms|s|m|h|d)|unstated)$"},
                "consistent_after": {"$ref": "#/$defs/duration"},
                "source": {"$ref": "#/$defs/text"},
                "checked_on": {"$ref": "#/$defs/date"},
            },
            "if": {"not": {"properties": {"max_processing": {"const": "unstated"}}}},
            "then": {"required": ["source", "checked_on"]},
        },
        "lookup_rule": {
            "type": "object",
            "additionalProperties": False,
            "required": ["where", "outcome"],
            "properties": {
                "where": {"$ref": "#/$defs/values_in_body"},
                "outcome": {"enum": ["confirmed", "not_applied", "unknown"]},
            },
        },
    },
}
