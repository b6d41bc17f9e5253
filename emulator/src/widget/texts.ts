// What the prompt says, in the languages of the login pages.

interface WidgetTexts {
  readonly lang: string
  readonly continueTo: (client: string) => string
  readonly continueAs: (name: string) => string
  readonly notYou: string
  readonly close: string
}

const EN: WidgetTexts = {
  lang: 'en',
  continueTo: (client) => `Log in to ${client}`,
  continueAs: (name) => `Continue as ${name}`,
  notYou: 'Not you?',
  close: 'Close',
}

const TEXTS: Readonly<Record<string, WidgetTexts>> = {
  en_US: EN,
  nb_NO: {
    lang: 'nb',
    continueTo: (client) => `Logg inn på ${client}`,
    continueAs: (name) => `Fortsett som ${name}`,
    notYou: 'Ikke deg?',
    close: 'Lukk',
  },
  sv_SE: {
    lang: 'sv',
    continueTo: (client) => `Logga in på ${client}`,
    continueAs: (name) => `Fortsätt som ${name}`,
    notYou: 'Inte du?',
    close: 'Stäng',
  },
  fi_FI: {
    lang: 'fi',
    continueTo: (client) => `Kirjaudu palveluun ${client}`,
    continueAs: (name) => `Jatka käyttäjänä ${name}`,
    notYou: 'Etkö se ole sinä?',
    close: 'Sulje',
  },
}

export function textsFor(locale: string | undefined): WidgetTexts {
  return TEXTS[locale ?? ''] ?? EN
}
