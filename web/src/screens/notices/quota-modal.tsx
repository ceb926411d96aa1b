import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { PLANS, type PlanName } from '@diorama/shared/plans.ts';
import { useLocation } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button, ButtonAnchor } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { supportAddress } from '../../components/support-address.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { splitLanguage } from '../../guards/language-of-path.ts';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useExternalPages } from '../../hooks/use-external-pages.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { useUser } from '../../hooks/use-user.ts';
import { useUpgrade } from '../upgrade/upgrade-context.tsx';
import { type QuotaKind, quotaDialogOf } from './quota-dialog.ts';

/** Shows the exceeded quota and the available actions. */
export function QuotaModal({
  kind,
  scene,
  onClose,
}: {
  kind: QuotaKind;
  scene: string | null;
  onClose: () => void;
}) {
  const say = useT();
  const { t, language } = useTranslations('notices');
  const upgrade = useUpgrade();
  const { workspaces } = useApi();
  const outside = useExternalPages();
  const { pathname } = useLocation();
  const user = useUser();
  const full = useFullWorkspace(scene);
  if (full === null) {
    return null;
  }
  const { words, offer } = quotaDialogOf(kind, full);
  const handleUpgrade = () => {
    if (user !== null && full.uuid !== null) {
      workspaces.choose(user.uuid, full.uuid);
    }
    onClose();
    upgrade();
  };
  const { displayName: plan, features } = PLANS[full.plan];
  const params = { plan, max: features.maxScenes, storage: formatBytes(language, features.storage) };
  return (
    <Modal
      size="small"
      title={t(`notice.${words}.title`)}
      text={t(`notice.${words}.text`, params)}
      onClose={onClose}
      footer={
        <>
          <Button variant={offer === 'close' ? 'primary' : 'secondary'} onClick={onClose}>
            {offer === 'close'
              ? t('notice.gotIt')
              : say(offer === 'notify' ? 'common.close' : 'common.notNow')}
          </Button>
          {offer === 'upgrade' && (
            <Button variant="primary" onClick={handleUpgrade}>
              {say('notice.upgrade')}
            </Button>
          )}
          {offer === 'notify' && full.scene !== null && <NotifyOwner scene={full.scene} onDone={onClose} />}
          {offer === 'chat' && (
            <ButtonAnchor
              variant="primary"
              href={supportAddress(outside('support'), { page: pathname })}
              target="_blank"
              rel="noreferrer"
            >
              {say('outside.support')}
            </ButtonAnchor>
          )}
        </>
      }
    />
  );
}

type FullWorkspace = Parameters<typeof quotaDialogOf>[1] & { uuid: string | null; scene: string | null };

/** Workspace of the quota: that of the changed or open scene, else the current one; `null` while loading. */
function useFullWorkspace(changed: string | null): FullWorkspace | null {
  const { pathname } = useLocation();
  const user = useUser();
  const chosen = useWorkspace();
  const sceneId = changed ?? /^builder\/([^/]+)/.exec(splitLanguage(pathname).rest)?.[1];
  const { data: scene, error: sceneError } = useGet(
    'getComposition',
    sceneId === undefined ? null : { params: { id: sceneId } },
  );
  const isPending = sceneId !== undefined && scene === undefined && sceneError === undefined;
  const uuid = scene?.account.split('/').at(-1) ?? chosen?.uuid ?? null;
  const role = user?.accounts.find((account) => account.uuid === uuid)?.role ?? null;
  const { data: account, error } = useGet(
    'getAccount',
    isPending || role !== 'owner' || uuid === null ? null : { params: { id: uuid } },
  );
  if (isPending || (role === 'owner' && account === undefined && error === undefined)) {
    return null;
  }
  const plan = (account?.subscriptionType ?? 'free') as PlanName;
  const isAtWork = scene !== undefined && scene.permission !== 'view';
  const needsSync = account?.subscriptionNeedsSync ?? false;
  return { uuid, role, plan, needsSync, isAtWork, scene: scene?.uuid ?? null };
}

/** Asks the owner of a scene's workspace by mail to free space; the server sends one mail a day. */
function NotifyOwner({ scene, onDone }: { scene: string; onDone: () => void }) {
  const { t } = useTranslations('notices');
  const toast = useToast();
  const showError = useErrorToast();
  const { client } = useApi();
  const { isBusy, submit } = useSubmit(async () => {
    const { isNotified } = await client.call('notifyOverflow', { params: { id: scene } });
    toast({ kind: 'success', text: t(isNotified ? 'notice.notified' : 'notice.notifiedBefore') });
    onDone();
  }, showError);
  return (
    <NetworkButton variant="primary" disabled={isBusy} onClick={submit}>
      {t('notice.notify')}
    </NetworkButton>
  );
}
