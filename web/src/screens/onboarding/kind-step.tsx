import { Building2, GraduationCap, User } from 'lucide-react';
import fieldClasses from '../../components/field/field.module.css';
import { Select } from '../../components/select/select.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { INDUSTRIES, type Industry } from '../industries.ts';
import { ChoiceCards } from './choice-cards.tsx';
import type { AccountKind } from './use-onboarding.ts';

const KINDS = [
  { value: '0', Icon: User },
  { value: '1', Icon: Building2 },
  { value: '2', Icon: GraduationCap },
] as const;
const UNCHOSEN = 'unchosen';

export type KindErrors = { kind?: string; industry?: string };

/** Kind of account and, unless it is for personal use, the industry. */
export function KindStep({
  kind,
  industry,
  errors,
  onChange,
}: {
  kind: AccountKind | null;
  industry: Industry | null;
  errors: KindErrors;
  onChange: (change: { kind?: AccountKind; industry?: Industry | null }) => void;
}) {
  const { t } = useTranslations('account');
  const industries = kind === 1 || kind === 2 ? INDUSTRIES[kind] : [];
  return (
    <>
      <ChoiceCards
        label={t('onboarding.kind.title')}
        name="kind"
        value={kind === null ? null : KINDS[kind].value}
        error={errors.kind}
        choices={KINDS.map(({ value, Icon }) => ({
          value,
          title: t(`onboarding.kind.${value}`),
          text: t(`onboarding.kind.${value}.text`),
          picture: <Icon size={20} aria-hidden="true" />,
        }))}
        onChange={(value) => {
          const next = KINDS.findIndex((choice) => choice.value === value) as AccountKind;
          onChange(next === kind ? {} : { kind: next, industry: null });
        }}
      />
      {industries.length > 0 && (
        <div className="flex max-w-(--dialog-small) flex-col gap-1">
          <span className={fieldClasses.label}>{t('onboarding.industry')}</span>
          <Select<Industry | typeof UNCHOSEN>
            label={t('onboarding.industry')}
            size="large"
            value={industry ?? UNCHOSEN}
            options={[
              { value: UNCHOSEN, label: t('onboarding.industry.choose'), isDisabled: true },
              ...industries.map((value) => ({ value, label: t(`industry.${value}`) })),
            ]}
            onChange={(value) => value !== UNCHOSEN && onChange({ industry: value })}
          />
          {errors.industry !== undefined && (
            <p className="mt-2 text-(--error) text-13" role="alert">
              {errors.industry}
            </p>
          )}
        </div>
      )}
    </>
  );
}
