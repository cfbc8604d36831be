/** Explains API errors and how to fix them, by error code and by `reason`. */
export const meaningsEn = {
  INVALID_REQUEST: {
    what: 'A parameter is missing or wrong.',
    todo:
      'Check the field named in the error against the reference for the endpoint. Do not send the same ' +
      'request again.',
  },
  INVALID_API_KEY: {
    what: 'The request had no key, or its key does not exist.',
    todo:
      'Send the header “Authorization: Bearer geo_…” with a complete key. After a rotation, the old secret ' +
      'stops working when its grace period ends.',
  },
  API_KEY_REVOKED: {
    what: 'The key has been revoked.',
    todo: 'Create a new key and use it in your app.',
  },
  ENDPOINT_NOT_ALLOWED: {
    what: 'The key may not call this endpoint.',
    todo:
      'Create a key for this endpoint. The endpoints that a key may use are chosen when the key is ' +
      'created.',
  },
  NOT_FOUND: {
    what: 'There is no result, or nothing at this path.',
    todo: 'Check the path and the points. Tell your users that there is no route or result.',
  },
  REQUEST_TIMEOUT: {
    what: 'The data did not arrive in time.',
    todo: 'Send the request again after a second. If it fails again, wait longer each time.',
  },
  RATE_LIMIT_EXCEEDED: {
    what: 'The key has used up its requests for this minute.',
    todo:
      'Wait as long as the Retry-After header says. If this happens often, ask for a higher limit, or ' +
      'cache responses.',
  },
  INTERNAL_ERROR: {
    what: 'Something went wrong in the service.',
    todo: 'Send the operator the request id.',
  },
  UPSTREAM_ERROR: {
    what: 'The data source behind the service failed.',
    todo: 'Send the request again later. If the request keeps failing, send the operator the request id.',
  },
  SERVICE_UNAVAILABLE: {
    what: 'The service was overloaded, starting, or loading data.',
    todo: 'Send the request again after the time in the Retry-After header.',
  },
  expired: {
    what: 'The key has expired, or it is the old secret of a rotated key.',
    todo: 'Use the new secret in your app, or create a new key.',
  },
  origin_not_allowed: {
    what: "The web page that sent the request is not among the key's allowed origins.",
    todo: "Add the page's origin to the key, or use another key on that page.",
  },
  address_not_allowed: {
    what: "The address that sent the request is not among the key's allowed addresses.",
    todo: "Add your server's address to the key. Behind a proxy, check which address the proxy sends.",
  },
  monthly_quota: {
    what: 'The quota for this month is used up.',
    todo: 'Ask for a higher quota, or wait for the next month.',
  },
  origin_not_on_network: {
    what: 'There is no road near the start.',
    todo: 'Check that longitude comes first, and move the start closer to a road.',
  },
  destination_not_on_network: {
    what: 'There is no road near the destination.',
    todo: 'Check that longitude comes first, and move the destination closer to a road.',
  },
  no_path: {
    what: 'No route connects the two points.',
    todo: 'Try the other travel mode, or tell your users that there is no route.',
  },
};
