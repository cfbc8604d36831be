import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answers.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { t } from '../../text/texts.js';

/**
 * Shows the settings that the service was started with. The descriptions come from the program and are in
 * English.
 */
export function SettingsInForcePage() {
  const texts = t().operator;
  const settings = useAnswer('GET /api/operator/settings', {});
  const [onlyChanged, setOnlyChanged] = useState(false);
  return (
    <Page title={texts.settings} lead={texts.settingsLead}>
      <Loaded from={settings}>
        {(list) => (
          <div class="stack">
            <label class="check">
              <input type="checkbox" checked={onlyChanged} onChange={() => setOnlyChanged(!onlyChanged)} />
              <span>{texts.changedOnly}</span>
            </label>
            <Table
              label={texts.settings}
              rows={list.filter(({ is_default }) => !onlyChanged || !is_default)}
              keyOf={({ flag }) => flag}
              columns={[
                [
                  texts.setting,
                  ({ flag, description }) => (
                    <>
                      <code>{flag}</code>
                      <span class="sub" lang="en">
                        {description}
                      </span>
                    </>
                  ),
                ],
                [
                  texts.value,
                  ({ value, unit, is_default }) => (
                    <>
                      <code class={is_default ? 'muted' : ''}>{value || '–'}</code>{' '}
                      <span class="muted small">{unit}</span>
                    </>
                  ),
                ],
                [
                  texts.defaultValue,
                  (setting) => <code class="muted">{setting.default || '–'}</code>,
                  'wide',
                ],
              ]}
            />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
