import { useId } from 'react';
import { iriOf } from '../../api/url.ts';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import { InviteFields } from './invite-fields.tsx';
import { type InvitedEntity, useInvite } from './use-invite.ts';
import { WhoHasAccess } from './who-has-access.tsx';

/**
 * Invites users by mail.
 * @param entity - subject to share; without it the dialog asks
 */
export function InviteDialog({ entity, onClose }: { entity: InvitedEntity | null; onClose: () => void }) {
  const { t } = useTranslations('people');
  const say = useT();
  const formId = useId();
  const invite = useInvite(entity, onClose);
  return (
    <Modal
      title={entity ? t('invite.title', { name: entity.name }) : t('invite.title.all')}
      text={t('invite.text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <InviteSubmit formId={formId} count={invite.emails.length} isBusy={invite.isBusy} />
        </>
      }
    >
      <InviteFields formId={formId} invite={invite} asksForEntity={entity === null} />
      {entity && entity.subject !== 'accounts' && (
        <WhoHasAccess subject={entity.subject} iri={iriOf(entity.subject, entity.uuid)} />
      )}
    </Modal>
  );
}

/** Submit button with the number of addresses. */
export function InviteSubmit({ formId, count, isBusy }: { formId: string; count: number; isBusy: boolean }) {
  const { t } = useTranslations('people');
  return (
    <NetworkButton type="submit" form={formId} variant="primary" isLoading={isBusy}>
      {count > 1 ? t('invite.submit.many', { count }) : t('invite.submit')}
    </NetworkButton>
  );
}
