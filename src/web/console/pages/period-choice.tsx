import type { UsagePeriod } from '../../../console/api/usage-data.js';
import { Choices } from '../../shared/choices.js';
import { t } from '../text/texts.js';

export const PERIODS: readonly UsagePeriod[] = ['today', '30d', '13m'];

interface PeriodChoiceProps {
  value: UsagePeriod;
  onChoose: (period: UsagePeriod) => void;
}

export function PeriodChoice({ value, onChoose }: PeriodChoiceProps) {
  const texts = t().usage;
  const choices = PERIODS.map((period) => ({ value: period, text: texts.periods[period] }));
  return <Choices legend={texts.period} value={value} choices={choices} onChoose={onChoose} />;
}
