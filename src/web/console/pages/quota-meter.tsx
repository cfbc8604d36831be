import type { QuotaState } from '../../../console/api/usage-data.js';
import { number, percent } from '../text/format.js';
import { t } from '../text/texts.js';

const WARN_FROM = 0.8;

/** Shows how much of a monthly quota is used. Renders nothing if there is no quota. */
export function QuotaMeter({ quota: { used, quota, refuses } }: { quota: QuotaState }) {
  if (quota === null) return null;
  const texts = t().usage;
  const share = quota === 0 ? 1 : used / quota;
  const kind = share >= 1 ? 'bad' : share >= WARN_FROM ? 'warn' : '';
  const text = `${number(used)} ${texts.ofQuota(number(quota))} · ${percent(share)}`;
  return (
    <div class="stack-s">
      <div
        class={`meter ${kind}`}
        role="meter"
        aria-label={texts.month}
        aria-valuemin={0}
        aria-valuemax={quota}
        aria-valuenow={Math.min(used, quota)}
        aria-valuetext={text}
      >
        <span style={{ width: `${Math.min(share, 1) * 100}%` }} />
      </div>
      <p class="small muted">
        {text}
        {refuses && ` · ${texts.quotaRefuses}`}
      </p>
    </div>
  );
}
