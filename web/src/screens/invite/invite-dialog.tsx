import { useId } from 'react';
import { iriOf } from '../../api/url.ts';
import { Button } from '../../components/button/button.tsx';
import { LatePart } from '../../components/feedback/late-part.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { usePeopleWords } from '../../hooks/use-people-words.ts';
import { InviteFields } from './invite-fields.tsx';
import { type InvitedThing, useInvite } from './use-invite.ts';
import { WhoHasAccess } from './who-has-access.tsx';

/**
 * Invites users by mail.
 * @param thing - subject to share; without it the dialog asks
 */
export function InviteDialog(props: { thing: InvitedThing | null; onClose: () => void }) {
  return (
    <LatePart>
      <InviteForm {...props} />
    </LatePart>
  );
}

function InviteForm({ thing, onClose }: { thing: InvitedThing | null; onClose: () => void }) {
  const { t } = usePeopleWords();
  const say = useT();
  const formId = useId();
  const invite = useInvite(thing, onClose);
  return (
    <Modal
      title={thing ? t('invite.title', { name: thing.name }) : t('invite.title.all')}
      text={t('invite.text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <InviteSubmit formId={formId} count={invite.emails.length} isBusy={invite.isBusy} />
        </>
      }
    >
      <InviteFields formId={formId} invite={invite} asksForThing={thing === null} />
      {thing && thing.subject !== 'accounts' && (
        <WhoHasAccess subject={thing.subject} iri={iriOf(thing.subject, thing.uuid)} />
      )}
    </Modal>
  );
}

/** Submit button with the number of addresses. */
export function InviteSubmit({ formId, count, isBusy }: { formId: string; count: number; isBusy: boolean }) {
  const { t } = usePeopleWords();
  return (
    <Button type="submit" form={formId} variant="primary" isLoading={isBusy}>
      {count > 1 ? t('invite.submit.many', { count }) : t('invite.submit')}
    </Button>
  );
}
