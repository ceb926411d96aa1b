import { type ComponentProps, Suspense, useState } from 'react';
import { isNoticed } from '../../api/client.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import type { InviteDialog } from '../invite/invite-dialog.tsx';
import { ChoosePrivacy } from './choose-privacy.tsx';
import { PublishProgress } from './publish-progress.tsx';
import { isActive, viewOf } from './publish-state.ts';
import { PublishedLinks } from './published-links.tsx';
import { type Publishing, usePublish } from './use-publish.ts';

const LazyInviteDialog = lazyComponent<ComponentProps<typeof InviteDialog>>(
  async () => (await import('../invite/invite-dialog.tsx')).InviteDialog,
);

/**
 * Publishes a scene: who may see it, the three steps of making its files, then its links. It can be closed at any
 * time; the work goes on, and the dialog shows it again when it is opened.
 * @param sceneId - the scene's uuid
 */
export function PublishDialog({ sceneId, onClose }: { sceneId: string; onClose: () => void }) {
  const t = useT();
  const publishing = usePublish(sceneId);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isInviting, setIsInviting] = useState(false);
  const { scene, output, error } = publishing;

  if (scene === undefined || output === undefined) {
    return (
      <Modal title={t('scene.share')} onClose={onClose}>
        {error === undefined ? (
          <Skeleton height="12rem" />
        ) : (
          <ErrorState error={error} onRetry={publishing.reload} />
        )}
      </Modal>
    );
  }
  const onInvite = scene.permission === 'admin' ? () => setIsInviting(true) : null;
  if (isInviting) {
    const thing = { subject: 'compositions', uuid: scene.uuid, name: scene.name } as const;
    return (
      <Suspense fallback={null}>
        <LazyInviteDialog thing={thing} onClose={() => setIsInviting(false)} />
      </Suspense>
    );
  }
  const view = isChoosing && !isActive(output) ? 'choose' : viewOf(scene, output);
  if (view === 'running' && output !== null) {
    return <PublishProgress name={scene.name} output={output} onClose={onClose} />;
  }
  if (view === 'live') {
    return (
      <PublishedLinks
        scene={scene}
        output={output?.status === 'completed' ? output : null}
        onChange={() => setIsChoosing(true)}
        onPublish={() => publishing.publish(scene.privacy, '')}
        onTakeDown={async () => {
          await publishing.publish('private', '');
          onClose();
        }}
        onInvite={onInvite}
        onClose={onClose}
      />
    );
  }
  if (view === 'failed') {
    return <PublishFailed publishing={publishing} onClose={onClose} />;
  }
  return (
    <ChoosePrivacy
      scene={scene}
      onInvite={onInvite}
      onClose={onClose}
      onPublish={async (privacy, password) => {
        await publishing.publish(privacy, password);
        setIsChoosing(false);
      }}
    />
  );
}

function PublishFailed({ publishing, onClose }: { publishing: Publishing; onClose: () => void }) {
  const t = useT();
  const toast = useToast();
  const errorText = useErrorText();
  const { isBusy, submit } = useSubmit(publishing.retry, (error) => {
    if (!isNoticed(error)) {
      toast({ kind: 'error', text: errorText(error) });
    }
  });
  const reason = publishing.output?.error?.message ?? t('problem.unexpected');
  return (
    <Modal
      title={t('publish.failed.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.notNow')}</Button>
          <Button variant="primary" isLoading={isBusy} onClick={submit}>
            {t('common.retry')}
          </Button>
        </>
      }
    >
      <Alert kind="error">{t('publish.failed.text', { reason })}</Alert>
    </Modal>
  );
}
