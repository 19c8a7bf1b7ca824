export interface DripMail {
  readonly subject: string;
  readonly body: string;
}

/** The first week with the product, one mail a day. */
export const DRIP_MAILS: readonly DripMail[] = [
  { subject: 'Welcome aboard', body: 'Your workspace is ready. Start by inviting one colleague.' },
  { subject: 'Your first report', body: 'Connect your orders and see the first sales report in minutes.' },
  { subject: 'Tickets that never get lost', body: 'Forward support@ to us; every request becomes a ticket.' },
  { subject: 'Ask your own documents', body: 'Upload your manuals and let the knowledge base answer.' },
  { subject: 'Work with your team', body: 'Roles and mentions keep everybody in the loop.' },
  { subject: 'Make it yours', body: 'Your colours, your domain, your language: all in the settings.' },
  { subject: 'One week in', body: 'How was it? Reply to this mail; a person reads every answer.' },
];
