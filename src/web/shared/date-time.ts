const two = (n: number): string => String(n).padStart(2, '0');

/** Formats a date such as `2026-11-23`, in the browser's time zone. */
export function date(time: string | Date): string {
  const at = new Date(time);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Formats a time such as `2026-11-23 14:05`, in the browser's time zone. */
export function dateTime(time: string | Date): string {
  const at = new Date(time);
  return `${date(at)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Formats a time such as `2026-11-23 14:05:09`. */
export function exactTime(time: string | Date): string {
  return `${dateTime(time)}:${two(new Date(time).getSeconds())}`;
}
