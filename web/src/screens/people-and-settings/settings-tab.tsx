import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { useAccount, useWorkspace } from '../../hooks/use-account.ts';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { ReferralSection } from '../referral/referral-section.tsx';
import { DangerSection } from './danger-section.tsx';
import { DefaultsSection } from './defaults-section.tsx';
import classes from './settings.module.css';
import { WatermarkSection } from './watermark-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';

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
