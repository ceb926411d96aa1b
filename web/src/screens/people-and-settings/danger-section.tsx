import type { Account } from '@diorama/shared/contract/accounts.ts';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useStoreUser } from '../../hooks/use-refresh-user.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useUser } from '../../hooks/use-user.ts';
import { Section, SectionActions } from '../section/section.tsx';

/** Deletion of a workspace; a user's only one is deleted with their account. */
export function DangerSection({ account }: { account: Account }) {
  const { t } = useAccountTranslations();
  const path = usePath();
  const user = useUser();
  const [isAsking, setIsAsking] = useState(false);
  const isLast = (user?.accounts.filter(({ role }) => role === 'owner').length ?? 0) < 2;
  return (
    <Section
      isDangerous
      title={t('settings.danger')}
      text={isLast ? t('settings.delete.last') : t('settings.delete.text')}
    >
      <SectionActions>
        {isLast ? (
          <ButtonLink to={path('profile')}>{t('settings.delete.profile')}</ButtonLink>
        ) : (
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            {t('settings.delete')}
          </Button>
        )}
      </SectionActions>
      {isAsking && <DeleteWorkspaceDialog account={account} onClose={() => setIsAsking(false)} />}
    </Section>
  );
}

function DeleteWorkspaceDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useT();
  const { t: words } = useAccountTranslations();
  const formId = useId();
  const path = usePath();
  const navigate = useNavigate();
  const toast = useToast();
  const errorText = useErrorText();
  const store = useStoreUser();
  const { client } = useApi();
  const { name } = account.detail;
  const fields = useForm({ name: '' }, (values) => ({
    ...(values.name !== name && { name: words('settings.delete.wrong', { name }) }),
  }));
  const { isBusy, submit } = useSubmit(
    async () => {
      await client.call('deleteAccount', { params: { id: account.uuid } });
      const user = await client.call('getMe');
      // The server deletes it a moment later; for its owner it disappears now.
      await store({ ...user, accounts: user.accounts.filter(({ uuid }) => uuid !== account.uuid) });
      toast({ kind: 'success', text: words('settings.deleted', { name }) });
      navigate(path('home'));
    },
    (error) => fields.setError('name', errorText(error)),
  );
  return (
    <Modal
      size="small"
      title={words('settings.delete.title', { name })}
      text={words('settings.delete.warning')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <NetworkButton type="submit" form={formId} variant="danger" isLoading={isBusy}>
            {words('settings.delete.confirm')}
          </NetworkButton>
        </>
      }
    >
      <Form id={formId} onSubmit={() => fields.validate() && submit()}>
        <TextField {...fields.input('name')} label={words('settings.delete.name')} autoComplete="off" />
      </Form>
    </Modal>
  );
}
