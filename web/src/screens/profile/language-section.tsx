import type { User } from '@diorama/shared/contract/auth.ts';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { useLocation, useNavigate } from 'react-router';
import { Select } from '../../components/select/select.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { rememberLanguage, splitLanguage } from '../../guards/language-of-path.ts';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useT } from '../../hooks/use-language.tsx';
import { LabelledField, Section } from '../section/section.tsx';
import { useUpdateUser } from './use-update-user.ts';

/** Value for the browser's time zone, as a select cannot hold an empty one. */
const OF_BROWSER = 'browser';

/** Language of pages and mails, and time zone. Both take effect at once. */
export function LanguageSection({ user }: { user: User }) {
  const t = useT();
  const { t: words, language } = useAccountTranslations();
  const toast = useToast();
  const showError = useErrorToast();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const update = useUpdateUser(user);
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [
    ...new Set([...Intl.supportedValuesOf('timeZone'), ...(user.timezone ? [user.timezone] : [])]),
  ];

  const changeLanguage = async (next: Language) => {
    await update({ locale: next });
    rememberLanguage(next);
    navigate(`/${next}/${splitLanguage(pathname).rest}${search}`, { replace: true });
  };
  const changeZone = async (next: string) => {
    await update({ timezone: next === OF_BROWSER ? null : next });
    toast({ kind: 'success', text: words('profile.saved') });
  };
  return (
    <Section title={words('profile.language')}>
      <LabelledField label={words('profile.locale')} hint={words('profile.locale.hint')}>
        <Select<Language>
          label={words('profile.locale')}
          value={language}
          needsServer
          options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
          onChange={(next) => {
            changeLanguage(next).catch(showError);
          }}
        />
      </LabelledField>
      <LabelledField label={words('profile.timezone')}>
        <Select
          label={words('profile.timezone')}
          value={user.timezone ?? OF_BROWSER}
          needsServer
          options={[
            { value: OF_BROWSER, label: words('profile.timezone.auto', { zone: browserZone }) },
            ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
          onChange={(next) => {
            changeZone(next).catch(showError);
          }}
        />
      </LabelledField>
    </Section>
  );
}
