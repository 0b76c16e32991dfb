import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { ports } from '../../playwright.config'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** A mail server that keeps what it is sent, and can be away. */
export class MailSink {
  readonly mails: Mail[] = []
  private server: SMTPServer | undefined

  async start(): Promise<void> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          void PostalMime.parse(Buffer.concat(chunks)).then(({ subject, text, html }) => {
            const to = session.envelope.rcptTo[0]?.address ?? ''
            this.mails.push({ to, subject: subject ?? '', text: text ?? '', html: html ?? '' })
            done()
          })
        })
      },
    })
    await new Promise<void>((resolve) => this.server?.listen(ports.smtp, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.server) this.server.close(resolve)
      else resolve()
    })
    this.server = undefined
  }

  /** Waits for a mail; the newest to this address with this subject. */
  async waitFor(to: string, subject: RegExp): Promise<Mail> {
    for (;;) {
      const found = this.mails.findLast((mail) => mail.to === to && subject.test(mail.subject))
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** The address of the link in a mail. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+token=\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  return link
}
