// The test users on the control page: each with what a developer needs of them, to be changed and removed.

import { api, type ControlClient, type ControlUser } from './api.ts'
import { button, byId, make, removal, row, timeOf } from './dom.ts'
import { editor } from './editor.ts'

const edit = editor('user')
const give = editor('product')

/** Asks which product, and gives it to a user. */
function giveProduct({ username }: ControlUser, refresh: () => Promise<void>): void {
  give({
    title: `A product for ${username}`,
    values: {},
    fixed: [],
    save: ({ productId }) =>
      api.put(`users/${username}/products/${encodeURIComponent(`${productId}`)}`, {}).then(refresh),
  })
}

/** Follows the button that makes users. */
export function followNewUser(refresh: () => Promise<void>): void {
  byId('new-user').addEventListener('click', () =>
    edit({
      title: 'A new user',
      values: {},
      fixed: [],
      save: (values) => api.post('users', values).then(refresh),
    }),
  )
}

export function userRow(
  user: ControlUser,
  clients: readonly ControlClient[],
  refresh: () => Promise<void>,
): HTMLElement {
  const { username, givenName, familyName, merchantIds } = user
  const [latest] = user.messages
  const connected = clients.filter(({ isDemo, merchantId }) => isDemo && merchantIds.includes(merchantId))
  const names = connected.map(({ name, merchantId }) =>
    make(
      'span',
      `${name} `,
      button('Disconnect', `Disconnect ${username} from ${name}`, () =>
        api.remove(`users/${username}/merchants/${merchantId}`).then(refresh),
      ),
    ),
  )
  const owned = user.productIds.map((id) =>
    make(
      'span',
      make('code', id),
      ' ',
      button('Take away', `Take ${id} away from ${username}`, () =>
        api.remove(`users/${username}/products/${id}`).then(refresh),
      ),
    ),
  )
  const giving = button('Give …', `Give a product to ${username}`, () => giveProduct(user, refresh))
  const change = button('Edit', `Edit ${username}`, () =>
    edit({
      title: `Edit ${username}`,
      values: { ...user },
      fixed: ['username'],
      save: (values) => api.patch(`users/${username}`, values).then(refresh),
    }),
  )
  const remove = removal(`Remove ${username}`, () => api.remove(`users/${username}`).then(refresh))
  return row(
    make('div', make('strong', `${givenName} ${familyName}`), make('br'), change, ' ', remove),
    make('span', user.email, make('br'), make('code', user.password)),
    make('code', String(user.userId)),
    names.length === 0 ? '–' : make('div', ...names),
    make('div', ...owned, giving),
    latest === undefined
      ? '–'
      : make('span', make('code', latest.code), ` by ${latest.channel}, ${timeOf(latest.sentAt)}`),
  )
}
