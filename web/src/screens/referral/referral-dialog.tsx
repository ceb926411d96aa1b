import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { REFERRAL_BONUS, REFERRAL_CAP } from '@diorama/shared/plans.ts';
import { useId } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccount } from '../../hooks/use-account.ts';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useFields } from '../../hooks/use-fields.ts';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useUser } from '../../hooks/use-user.ts';
import { isEmail } from '../is-email.ts';

/** Mails an invitation to a friend; who joins by it earns the workspace storage. */
export function ReferralDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const formId = useId();
  const toast = useToast();
  const errorText = useErrorText();
  const { client } = useApi();
  const user = useUser();
  const { data: account } = useAccount();
  const referral = account?.referral;

  const fields = useFields({ email: '' }, ({ email }) => ({
    ...(!isEmail(email) && { email: email === '' ? t('field.required') : t('field.email') }),
  }));
  const handleError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 422) {
      fields.setError('email', error.violation('email')?.message ?? errorText(error));
    } else if (!isNoticed(error)) {
      toast({ kind: 'error', text: errorText(error) });
    }
  };
  const { isBusy, submit } = useSubmit(async () => {
    const email = fields.values.email.trim();
    await client.call('sendReferral', { body: { email, referrer: user?.uuid ?? null } });
    toast({ kind: 'success', text: t('referral.sent', { email }) });
    onClose();
  }, handleError);

  return (
    <Modal
      size="small"
      title={t('referral.title')}
      text={t('referral.text', {
        bonus: formatBytes(language, REFERRAL_BONUS),
        cap: formatBytes(language, REFERRAL_CAP),
      })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isBusy}>
            {t('referral.submit')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={() => {
          if (fields.validate()) {
            submit();
          }
        }}
      >
        <TextField
          {...fields.input('email')}
          label={t('referral.email')}
          type="email"
          autoComplete="off"
          hint={
            referral && referral.joined > 0
              ? t('referral.joined', {
                  count: referral.joined,
                  earned: formatBytes(language, referral.earned),
                })
              : undefined
          }
        />
      </Form>
    </Modal>
  );
}
