import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useId } from 'react';
import { iriOf } from '../../api/url.ts';
import { InviteSubmit } from '../invite/invite-dialog.tsx';
import { InviteFields } from '../invite/invite-fields.tsx';
import { useInvite } from '../invite/use-invite.ts';
import { WhoHasAccess } from '../invite/who-has-access.tsx';
import classes from './publish.module.css';

/** Members of the scene with their roles, and a form to invite others. */
export function SharePeople({ scene }: { scene: Composition }) {
  const formId = useId();
  const invite = useInvite(
    { subject: 'compositions', uuid: scene.uuid, name: scene.name },
    // The list below shows an invited user at once.
    () => undefined,
  );
  return (
    <>
      <InviteFields formId={formId} invite={invite} asksForEntity={false} />
      <div className={classes.end}>
        <InviteSubmit formId={formId} count={invite.emails.length} isBusy={invite.isBusy} />
      </div>
      <WhoHasAccess subject="compositions" iri={iriOf('compositions', scene.uuid)} />
    </>
  );
}
