/** A person with a living session, as read with each request. */
export type Actor = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  locale: string;
  /** A mail to the address was answered, or Google vouched for it. */
  isEmailConfirmed: boolean;
  isOperator: boolean;
};
