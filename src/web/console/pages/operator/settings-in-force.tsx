import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answers.js';
import { Loaded } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { TableFrame } from '../../parts/table.js';
import { t } from '../../text/texts.js';

/** Settings the service was started with. Descriptions are those of the program, in English. */
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
            <TableFrame
              label={texts.settings}
              columns={[texts.setting, texts.value, [texts.defaultValue, 'wide']]}
            >
              <tbody>
                {list
                  .filter(({ is_default }) => !onlyChanged || !is_default)
                  .map((setting) => (
                    <tr key={setting.flag}>
                      <th scope="row">
                        <code>{setting.flag}</code>
                        <span class="sub" lang="en">
                          {setting.description}
                        </span>
                      </th>
                      <td>
                        <code class={setting.is_default ? 'muted' : ''}>{setting.value || '–'}</code>{' '}
                        <span class="muted small">{setting.unit}</span>
                      </td>
                      <td class="wide">
                        <code class="muted">{setting.default || '–'}</code>
                      </td>
                    </tr>
                  ))}
              </tbody>
            </TableFrame>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
