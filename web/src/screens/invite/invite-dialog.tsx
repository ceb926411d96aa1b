import { ROLE, type Role, type Subject } from '@diorama/shared/domain/roles.ts';
import { Suspense, useId, useState } from 'react';
import { iriOf } from '../../api/url.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Form } from '../../components/field/form.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { Select } from '../../components/select/select.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePeopleWords } from '../../hooks/use-people-words.ts';
import { isEmail } from '../is-email.ts';
import { EmailsField } from './emails-field.tsx';
import classes from './invite.module.css';
import { RoleSelect } from './role-select.tsx';
import { ProjectPicker, ScenePicker } from './thing-picker.tsx';
import { useSendInvitations } from './use-send-invitations.ts';
import { WhoHasAccess } from './who-has-access.tsx';

/** What an invitation is to: a scene, a project or a workspace. */
export type InvitedThing = { subject: Subject; uuid: string; name: string };

/**
 * Invites people by mail.
 * @param thing - what to share; without it the dialog asks
 */
export function InviteDialog(props: { thing: InvitedThing | null; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <InviteForm {...props} />
    </Suspense>
  );
}

const CHOICES = ['accounts', 'projects', 'compositions'] as const satisfies readonly Subject[];
const usualRole = (subject: Subject): Role => (subject === 'accounts' ? ROLE.guest : ROLE.edit);

function InviteForm({ thing, onClose }: { thing: InvitedThing | null; onClose: () => void }) {
  const { t } = usePeopleWords();
  const say = useT();
  const formId = useId();
  const toast = useToast();
  const workspace = useWorkspace();
  const { isBusy, send } = useSendInvitations();
  const [emails, setEmails] = useState<string[]>([]);
  const [subject, setSubject] = useState<Subject>(thing?.subject ?? 'accounts');
  const [role, setRole] = useState<Role>(usualRole(subject));
  const [chosen, setChosen] = useState<string[]>([]);
  const [wasTried, setWasTried] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});

  const ids = thing ? [thing.uuid] : subject === 'accounts' ? [workspace?.uuid ?? ''] : chosen;
  const wrong = emails.filter((email) => !isEmail(email)).length;
  const emailsError =
    emails.length === 0 ? say('field.required') : t('invite.emails.wrong', { count: wrong });
  const hasWrong = emails.length === 0 || wrong > 0;
  const handleEmails = (next: string[]) => {
    setEmails(next);
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([email]) => next.includes(email))),
    );
  };
  const handleSubject = (next: Subject) => {
    setSubject(next);
    setRole(usualRole(next));
    setChosen([]);
  };
  const handleSubmit = async () => {
    setWasTried(true);
    if (hasWrong || ids.length === 0) {
      return;
    }
    const refused = await send(emails, { subject, ids, role });
    const sent = emails.filter((email) => refused[email] === undefined);
    if (sent.length > 0) {
      const [email = ''] = sent;
      const text =
        sent.length === 1 ? t('invite.sentTo', { email }) : t('invite.sent', { count: sent.length });
      toast({ kind: 'success', text });
    }
    if (sent.length === emails.length) {
      onClose();
      return;
    }
    setEmails(emails.filter((email) => refused[email] !== undefined));
    setProblems(refused);
  };
  return (
    <Modal
      title={thing ? t('invite.title', { name: thing.name }) : t('invite.title.all')}
      text={t('invite.text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isBusy}>
            {emails.length > 1 ? t('invite.submit.many', { count: emails.length }) : t('invite.submit')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={classes.form}
        onSubmit={() => {
          handleSubmit();
        }}
      >
        {Object.keys(problems).length > 0 && (
          <Alert kind="warning">{t('invite.failed', { count: Object.keys(problems).length })}</Alert>
        )}
        <EmailsField
          emails={emails}
          problems={problems}
          error={wasTried && hasWrong ? emailsError : null}
          onChange={handleEmails}
        />
        {thing === null && workspace && (
          <div className={classes.field}>
            <span className={classes.label}>{t('invite.what')}</span>
            <Select
              label={t('invite.what')}
              value={subject}
              options={CHOICES.map((value) => ({ value, label: t(`invite.what.${value}`) }))}
              onChange={handleSubject}
            />
            {subject === 'projects' && <ProjectPicker chosen={chosen} onChange={setChosen} />}
            {subject === 'compositions' && (
              <ScenePicker accountUuid={workspace.uuid} chosen={chosen} onChange={setChosen} />
            )}
            {wasTried && ids.length === 0 && (
              <p className={classes.error} role="alert">
                {t('invite.pick.missing')}
              </p>
            )}
          </div>
        )}
        <div className={classes.field}>
          <span className={classes.label}>{t('role')}</span>
          <RoleSelect label={t('role')} subject={subject} role={role} isLong onChange={setRole} />
        </div>
      </Form>
      {thing && thing.subject !== 'accounts' && (
        <WhoHasAccess subject={thing.subject} iri={iriOf(thing.subject, thing.uuid)} />
      )}
    </Modal>
  );
}
