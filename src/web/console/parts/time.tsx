import { exactTime, relative } from '../text/format.js';

/** Shows `3 minutes ago`, with the exact time on hover. */
export function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} title={exactTime(time)} class="nowrap">
      {relative(time)}
    </time>
  );
}

/** Shows a time to the second, for lists of events. */
export function Moment({ time }: { time: string }) {
  return (
    <time dateTime={time} class="nowrap number">
      {exactTime(time)}
    </time>
  );
}
