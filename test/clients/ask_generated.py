"""Asks a service with two clients that were generated from its description, and prints what they read.

    ask_generated.py HOST KEY FOLDER CASES

FOLDER has the packages that the generators wrote. CASES is a file: a list of an operation and its parameters.
"""

import enum
import importlib
import inspect
import json
import pkgutil
import sys
import typing

host, key, folder, cases = sys.argv[1:]
sys.path[:0] = [f"{folder}/python-client", f"{folder}/generator"]
cases = json.load(open(cases))

import location_service_client.api as first
import openapi_client as second
from location_service_client import AuthenticatedClient


def operation_of(name):
    """The module of openapi-python-client that has the operation."""
    for _, tag, _ in pkgutil.iter_modules(first.__path__):
        package = importlib.import_module(f"{first.__name__}.{tag}")
        for _, module, _ in pkgutil.iter_modules(package.__path__):
            if module == name:
                return importlib.import_module(f"{package.__name__}.{module}")
    raise LookupError(name)


def typed(call, parameters):
    """The values as their enumerations, where they have one; `format_` for what Python has as `format`."""
    hints = typing.get_type_hints(call)
    own = {}
    for name, value in parameters.items():
        name = name if name in hints else f"{name}_"
        classes = filter(inspect.isclass, typing.get_args(hints[name]))
        kinds = [kind for kind in classes if issubclass(kind, enum.Enum)]
        own[name] = kinds[0](value) if kinds else value
    return own


def by_python_client(name, parameters):
    call = operation_of(name).sync_detailed
    client = AuthenticatedClient(base_url=f"http://{host}", token=key, raise_on_unexpected_status=True, timeout=60)
    answer = call(client=client, **typed(call, parameters))
    return {"status": answer.status_code, "read": answer.parsed.to_dict(), "sent": json.loads(answer.content)}


api_client = second.ApiClient(second.Configuration(host=f"http://{host}", access_token=key))
apis = [getattr(second, name)(api_client) for name in dir(second) if name.endswith("Api")]


def by_generator(name, parameters):
    [call] = [getattr(api, f"{name}_with_http_info") for api in apis if hasattr(api, f"{name}_with_http_info")]
    answer = call(**parameters)
    return {"status": answer.status_code, "read": answer.data.to_dict(), "sent": json.loads(answer.raw_data)}


print(
    json.dumps(
        {
            client.__name__: [client(name, parameters) for name, parameters in cases]
            for client in (by_python_client, by_generator)
        },
        default=str,
    )
)
