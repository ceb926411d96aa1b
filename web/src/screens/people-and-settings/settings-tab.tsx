import type { Account } from '@diorama/shared/contract/accounts.ts';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Select } from '../../components/select/select.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useT } from '../../hooks/use-language.tsx';
import { ReferralSection } from '../referral/referral-section.tsx';
import { LabelledField, Section } from '../section/section.tsx';
import { DangerSection } from './danger-section.tsx';
import classes from './settings.module.css';
import { useWorkspaceDetail } from './use-workspace-detail.ts';
import { WatermarkSection } from './watermark-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';

type Unit = Account['detail']['unit'];

const UNITS: readonly Unit[] = ['mm', 'cm', 'm', 'inch', 'feet'];

/** Name, appearance, defaults and deletion of a workspace. */
export function SettingsTab() {
  const { t } = useAccountTranslations();
  const workspace = useWorkspace();
  const { data: account, error, mutate } = useAccount();
  if (error !== undefined && account === undefined) {
    return <ErrorState error={error} onRetry={() => mutate()} />;
  }
  if (workspace === null || account === undefined) {
    return <Skeleton height="24rem" />;
  }
  const isReadOnly = workspace.role === 'guest';
  return (
    <>
      {isReadOnly && (
        <div className={classes.note}>
          <Alert kind="info">{t('settings.readOnly')}</Alert>
        </div>
      )}
      <WorkspaceSection key={account.uuid} account={account} isReadOnly={isReadOnly} />
      <DefaultsSection account={account} isReadOnly={isReadOnly} />
      <WatermarkSection account={account} isReadOnly={isReadOnly} />
      {workspace.role === 'owner' && (
        <div className={classes.apart}>
          <ReferralSection />
        </div>
      )}
      {workspace.role === 'owner' && <DangerSection account={account} />}
    </>
  );
}

/** Defaults of new scenes and invitations; each choice takes effect at once. */
function DefaultsSection({ account, isReadOnly }: { account: Account; isReadOnly: boolean }) {
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
