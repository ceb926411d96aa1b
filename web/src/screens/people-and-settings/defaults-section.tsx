import type { Account } from '@diorama/shared/contract/accounts.ts';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { Select } from '../../components/select/select.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useT } from '../../hooks/use-language.tsx';
import { LabelledField, Section } from '../section/section.tsx';
import { useWorkspaceDetail } from './use-workspace-detail.ts';

type Unit = Account['detail']['unit'];

const UNITS: readonly Unit[] = ['mm', 'cm', 'm', 'inch', 'feet'];

/** Defaults of new scenes and invitations; each choice takes effect at once. */
export function DefaultsSection({ account, isReadOnly }: { account: Account; isReadOnly: boolean }) {
  const t = useT();
  const { t: words } = useAccountTranslations();
  const toast = useToast();
  const showError = useErrorToast();
  const save = useWorkspaceDetail(account.uuid);
  const change = (body: { unit: Unit } | { locale: Language }) => {
    save(body).then(() => toast({ kind: 'success', text: words('settings.saved') }), showError);
  };
  const locale = LANGUAGES.find((language) => account.detail.locale.startsWith(language)) ?? LANGUAGES[0];
  return (
    <Section title={words('settings.defaults')}>
      <LabelledField label={words('settings.unit')}>
        <Select
          label={words('settings.unit')}
          value={account.detail.unit}
          isDisabled={isReadOnly}
          needsServer
          options={UNITS.map((value) => ({ value, label: words(`settings.unit.${value}`) }))}
          onChange={(unit) => change({ unit })}
        />
      </LabelledField>
      <LabelledField label={words('settings.locale')} hint={words('settings.locale.hint')}>
        <Select<Language>
          label={words('settings.locale')}
          value={locale}
          isDisabled={isReadOnly}
          needsServer
          options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
          onChange={(next) => change({ locale: next })}
        />
      </LabelledField>
    </Section>
  );
}
