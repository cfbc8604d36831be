"""Asks a service with geopy, routingpy, pyvroom and py-osrm-client as anybody would, and prints what they say as JSON."""

import json
import sys

import vroom
from geopy.exc import GeocoderServiceError
from geopy.geocoders import Nominatim, Photon
from osrm import OsrmClient
from routingpy import OSRM
from routingpy.exceptions import RouterError

host, key, name, *points = sys.argv[1:]
points = [[float(part) for part in point.split(",")] for point in points]
lon, lat = points[0]
root = f"{host}/compat/key/{key}"
said = {}


def of_place(place):
    return place and {"address": place.address, "latitude": place.latitude, "longitude": place.longitude}


for title, make in (("nominatim", Nominatim), ("photon", Photon)):
    geocoder = make(domain=f"{root}/{title}", scheme="http", user_agent="gazarch-proof", timeout=60)
    said[title] = {
        "search": of_place(geocoder.geocode(name)),
        "several": len(geocoder.geocode(name, exactly_one=False, limit=3) or []),
        "nothing": of_place(geocoder.geocode("zzzzqqqq")),
        "reverse": of_place(geocoder.reverse((lat, lon))),
    }
    try:
        make(domain=f"{host}/compat/{title}", scheme="http", user_agent="x", timeout=60).geocode(name)
    except GeocoderServiceError as error:
        said[title]["without_key"] = type(error).__name__
said["nominatim"]["structured"] = of_place(
    Nominatim(domain=f"{root}/nominatim", scheme="http", user_agent="x", timeout=60).geocode(
        {"street": name}, addressdetails=True, country_codes="mn", viewbox=((48, 106), (47, 108)), language="en"
    )
)

osrm = OSRM(base_url=f"http://{root}/osrm", timeout=60)
for profile in ("driving", "foot"):
    route = osrm.directions(locations=points[:2], profile=profile, geometries="geojson", steps=True)
    said[f"route {profile}"] = {"duration": route.duration, "distance": route.distance, "line": route.geometry}
several = osrm.directions(locations=points[:2], profile="driving", alternatives=True)
said["alternatives"] = len(list(several))
matrix = osrm.matrix(locations=points, profile="driving")
said["durations"], said["distances"] = matrix.durations, matrix.distances
try:
    osrm.directions(locations=[points[0], [0.0, 0.0]], profile="driving")
except RouterError as error:
    said["far"] = str(error)

trace = [(106.9128, 47.917), (106.9151, 47.9171), (106.9176, 47.9172)]
# It writes lists as Python does, which OSRM refuses: so neither times nor radiuses.
with OsrmClient(base_url=f"http://{root}/osrm/") as client:
    matched = client.match(trace)
said["matched"] = [matched.matchings[0].distance, len(matched.tracepoints)]

problem = vroom.Input()
problem.set_durations_matrix(profile="car", matrix_input=[[int(cell) for cell in row] for row in matrix.durations])
problem.add_vehicle([vroom.Vehicle(1, start=0, end=0, profile="car")])
problem.add_job([vroom.Job(id=i, location=i) for i in range(1, len(points))])
solution = problem.solve(exploration_level=5, nb_threads=1)
said["vroom"] = {
    "cost": solution.summary.cost,
    "unassigned": solution.summary.unassigned,
    "order": [int(job) for job in solution.routes["id"].dropna()],
}

json.dump(said, sys.stdout)
