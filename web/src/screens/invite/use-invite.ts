import { isEmail } from '@diorama/shared/domain/email.ts';
import { ROLE, type Role, type Subject } from '@diorama/shared/domain/roles.ts';
import { useState } from 'react';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { useSendInvitations } from './use-send-invitations.ts';

/** Subject of an invitation: a scene, a project or a workspace. */
export type InvitedEntity = { subject: Subject; uuid: string; name: string };

const usualRole = (subject: Subject): Role => (subject === 'accounts' ? ROLE.guest : ROLE.edit);

/** An invitation while it is being filled in. */
export type Invite = ReturnType<typeof useInvite>;

/**
 * State of an invitation form, and its submission.
 * @param entity - subject to share; without it the fields ask
 * @param onSent - called when every address was accepted
 */
export function useInvite(entity: InvitedEntity | null, onSent: () => void) {
  const { t } = usePeopleTranslations();
  const say = useT();
  const toast = useToast();
  const workspace = useWorkspace();
  const { isBusy, send } = useSendInvitations();
  const [emails, setEmails] = useState<string[]>([]);
  const [subject, setSubject] = useState<Subject>(entity?.subject ?? 'accounts');
  const [role, setRole] = useState<Role>(usualRole(subject));
  const [chosen, setChosen] = useState<string[]>([]);
  const [wasTried, setWasTried] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});

  const ids = entity ? [entity.uuid] : subject === 'accounts' ? [workspace?.uuid ?? ''] : chosen;
  const wrong = emails.filter((email) => !isEmail(email)).length;
  const hasWrong = emails.length === 0 || wrong > 0;
  const complaint = emails.length === 0 ? say('field.required') : t('invite.emails.wrong', { count: wrong });

  const changeEmails = (next: string[]) => {
    setEmails(next);
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([email]) => next.includes(email))),
    );
  };
  const changeSubject = (next: Subject) => {
    setSubject(next);
    setRole(usualRole(next));
    setChosen([]);
  };
  const submit = async (all: readonly string[]) => {
    setWasTried(true);
    if (all.length === 0 || !all.every(isEmail) || ids.length === 0 || isBusy) {
      return;
    }
    const refused = await send(all, { subject, ids, role });
    const sent = all.filter((email) => refused[email] === undefined);
    if (sent.length > 0) {
      const [email = ''] = sent;
      const text =
        sent.length === 1 ? t('invite.sentTo', { email }) : t('invite.sent', { count: sent.length });
      toast({ kind: 'success', text });
    }
    setEmails(all.filter((email) => refused[email] !== undefined));
    setProblems(refused);
    setWasTried(false);
    if (sent.length === all.length) {
      onSent();
    }
  };
  return {
    emails,
    changeEmails,
    emailsError: wasTried && hasWrong ? complaint : null,
    problems,
    subject,
    changeSubject,
    role,
    setRole,
    chosen,
    setChosen,
    isEntityMissing: wasTried && ids.length === 0,
    isBusy,
    submit,
  };
}
