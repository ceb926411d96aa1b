import { THEMES, type Theme } from '@diorama/shared/domain/theme.ts';
import { Select } from '../../components/select/select.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useTheme } from '../../hooks/use-theme.ts';
import { LabelledField, Section } from '../section/section.tsx';

/** Theme of the pages in this browser; each choice takes effect at once. */
export function AppearanceSection() {
  const { t } = useAccountTranslations();
  const { theme, choose } = useTheme();
  return (
    <Section title={t('profile.appearance')}>
      <LabelledField label={t('profile.theme')} hint={t('profile.theme.hint')}>
        <Select<Theme>
          label={t('profile.theme')}
          value={theme}
          options={THEMES.map((value) => ({ value, label: t(`profile.theme.${value}`) }))}
          onChange={choose}
        />
      </LabelledField>
    </Section>
  );
}
