/** A user with a valid session, as read with each request. */
export type Actor = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  locale: string;
  /** Whether the address was confirmed by a mail or by Google. */
  isEmailConfirmed: boolean;
  isOperator: boolean;
};
