import { createTransport, type Transporter } from 'nodemailer';

/** A plain-text email, in which no name can be interpreted as markup. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface MailServer {
  /** The server's URL: `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  /** The sender, such as `gazarch <no-reply@example.mn>`. */
  from: string;
}

/** How long to wait for a server that hangs. No page waits longer than this. */
const PATIENCE_MS = 10_000;

/** The delays before further attempts to send an email. */
const RETRY_MS = [5_000, 60_000, 600_000];

/** The maximum number of emails that may wait for the server at a time. */
const WAITING_MAX = 500;

export interface MailerOptions {
  /** `null` if there is no mail server, in which case no email is ever sent. */
  server: MailServer | null;
  log: (message: string) => void;
  retry_ms?: readonly number[];
}

/** Sends mails over SMTP. */
export class Mailer {
  readonly #transport: Transporter | null;
  readonly #from: string;
  readonly #log: (message: string) => void;
  readonly #retry_ms: readonly number[];
  readonly #timers = new Set<NodeJS.Timeout>();
  #waiting = 0;
  #problem: string | null = null;

  constructor({ server, log, retry_ms = RETRY_MS }: MailerOptions) {
    this.#transport =
      server === null
        ? null
        : createTransport({
            url: server.url,
            connectionTimeout: PATIENCE_MS,
            greetingTimeout: PATIENCE_MS,
            socketTimeout: PATIENCE_MS,
            dnsTimeout: PATIENCE_MS,
            disableFileAccess: true,
            disableUrlAccess: true,
          } as object);
    this.#from = server?.from ?? '';
    this.#log = log;
    this.#retry_ms = retry_ms;
  }

  get hasServer(): boolean {
    return this.#transport !== null;
  }

  /**
   * The reason why the last email could not be sent; `null` if it was sent, or no email has been sent yet.
   */
  get problem(): string | null {
    return this.#problem;
  }

  /** Sends an email now. @returns whether the server accepted it */
  async send(mail: Mail): Promise<boolean> {
    if (this.#transport === null) return false;
    try {
      await this.#transport.sendMail({ from: this.#from, ...mail });
      this.#problem = null;
      return true;
    } catch (error) {
      this.#problem = (error as Error).message.replace(/\s+/g, ' ').slice(0, 200);
      this.#log(`an email could not be sent: ${this.#problem}`);
      return false;
    }
  }

  /**
   * Sends an email in the background, and tries again later if the server does not accept it.
   * @param told called after each attempt
   */
  post(mail: Mail, told: (wasSent: boolean) => void = () => undefined, attempt = 0): void {
    if (this.#waiting >= WAITING_MAX) {
      told(false);
      return;
    }
    this.#waiting++;
    void this.send(mail).then((wasSent) => {
      this.#waiting--;
      told(wasSent);
      if (wasSent || this.#transport === null || attempt >= this.#retry_ms.length) return;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.post(mail, told, attempt + 1);
      }, this.#retry_ms[attempt]).unref();
      this.#timers.add(timer);
    });
  }

  close(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#transport?.close();
  }
}
