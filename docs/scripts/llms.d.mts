/** llms.txt of the site. */
export function siteList(): string
/** llms.txt of the package, whose links lead to its files. */
export function packageList(): string
