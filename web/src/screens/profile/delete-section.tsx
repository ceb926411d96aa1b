import type { User } from '@diorama/shared/contract/auth.ts';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { Section, SectionActions } from '../section/section.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** Deletion of the account. */
export function DeleteSection({ user }: { user: User }) {
  const { t } = useAccountTranslations();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section isDangerous title={t('profile.delete')} text={t('profile.delete.text')}>
      <SectionActions>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {t('profile.delete.submit')}
        </Button>
      </SectionActions>
      {isAsking && <DeleteDialog user={user} onClose={() => setIsAsking(false)} />}
    </Section>
  );
}
