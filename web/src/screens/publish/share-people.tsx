import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useId } from 'react';
import { iriOf } from '../../api/url.ts';
import { InviteSubmit } from '../invite/invite-dialog.tsx';
import { InviteFields } from '../invite/invite-fields.tsx';
import { useInvite } from '../invite/use-invite.ts';
import { WhoHasAccess } from '../invite/who-has-access.tsx';
import classes from './publish.module.css';

/** Who works on the scene, with what role, and whom to ask in. */
export function SharePeople({ scene }: { scene: Composition }) {
  const formId = useId();
  const invite = useInvite(
    { subject: 'compositions', uuid: scene.uuid, name: scene.name },
    // Who was invited is in the list below at once.
    () => undefined,
  );
  return (
    <>
      <InviteFields formId={formId} invite={invite} asksForThing={false} />
      <div className={classes.end}>
        <InviteSubmit formId={formId} count={invite.emails.length} isBusy={invite.isBusy} />
      </div>
      <WhoHasAccess subject="compositions" iri={iriOf('compositions', scene.uuid)} />
    </>
  );
}
