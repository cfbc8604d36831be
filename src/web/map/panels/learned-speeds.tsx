import { SPEED_COLORS } from '../map/speed-colors.js';
import { Failure } from '../parts/failure.js';
import { showsSpeeds, speeds, speedSlot } from '../state/speeds.js';
import { slotName, speedTexts } from '../text/speed-texts.js';

/** Colors roads by their learned speeds in one time slot of the week. */
export function LearnedSpeeds() {
  const texts = speedTexts();
  const asked = speeds.value;
  return (
    <>
      <label class="departure">
        <input
          type="checkbox"
          checked={showsSpeeds.value}
          onChange={(event) => (showsSpeeds.value = event.currentTarget.checked)}
        />
        {texts.show}
      </label>
      {asked !== null && <>{asked.answer === null ? <Failure asked={asked} /> : <Legend />}</>}
    </>
  );
}

function Legend() {
  const texts = speedTexts();
  const { slots = [], slot = null, features = [] } = speeds.value?.answer ?? {};
  return (
    <section class="learned-speeds" aria-label={texts.show}>
      <label class="departure">
        {texts.slot}{' '}
        <select value={speedSlot.value} onChange={(event) => (speedSlot.value = event.currentTarget.value)}>
          <option value="">{texts.now(speedSlot.value === '' && slot !== null ? slotName(slot) : '')}</option>
          {slots.map((name) => (
            <option key={name} value={name} selected={name === speedSlot.value}>
              {slotName(name)}
            </option>
          ))}
        </select>
      </label>
      {features.length === 0 ? (
        <p class="quiet">{texts.none}</p>
      ) : (
        <>
          <p class="quiet">{texts.longer}</p>
          <ul class="surface-names">
            {texts.levels.map((level, i) => (
              <li key={level}>
                <span class="swatch" style={{ background: `light-dark(${SPEED_COLORS[i].join()})` }} />
                {level}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
