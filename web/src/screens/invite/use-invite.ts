import { isEmail } from '@diorama/shared/domain/email.ts';
import { ROLE, type Role, type Subject } from '@diorama/shared/domain/roles.ts';
import { useState } from 'react';
import { ApiError, isAbort } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { type LimitError, useLimitError } from '../../hooks/use-limit-error.ts';
import { useTranslations } from '../../hooks/use-translations.ts';

/** Message for an invitation that was not sent. */
type InvitationProblem = 'error.invitation.duplicate' | LimitError | 'problem.unexpected';

/** Subjects to share, with a role. */
type Offer = { subject: Subject; ids: readonly string[]; role: Role };

/** Limit of parallel invitation requests. */
const AT_ONCE = 4;

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
  const { t } = useTranslations('people');
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

/** Sends one invitation per address and returns the refused ones with the reason. */
function useSendInvitations(): {
  isBusy: boolean;
  send: (emails: readonly string[], offer: Offer) => Promise<Record<string, string>>;
} {
  const { client } = useApi();
  const t = useT();
  const limit = useLimitError();
  const [isBusy, setIsBusy] = useState(false);

  const sendOne = async (email: string, { subject, ids, role }: Offer): Promise<string | null> => {
    try {
      await client.call('createInvitation', { body: { email, role, [subject]: [...ids] } });
      return null;
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      return t(invitationProblem(error, limit));
    }
  };
  const send = async (emails: readonly string[], offer: Offer) => {
    setIsBusy(true);
    track('click_invite_colaborate');
    const refused: Record<string, string> = {};
    const waiting = [...emails];
    const work = async () => {
      for (let email = waiting.shift(); email !== undefined; email = waiting.shift()) {
        const problem = await sendOne(email, offer);
        if (problem !== null) {
          refused[email] = problem;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } finally {
      setIsBusy(false);
    }
    return refused;
  };
  return { isBusy, send };
}

/**
 * Maps an error of an invitation to its message.
 * @param limit - message for a met limit
 */
export function invitationProblem(error: unknown, limit: LimitError): InvitationProblem {
  switch (error instanceof ApiError ? error.code : '') {
    case 'invitation.duplicate':
      return 'error.invitation.duplicate';
    case 'invitation.limit':
      return limit;
    default:
      return 'problem.unexpected';
  }
}
