import fetchIntercept from 'fetch-intercept'

fetchIntercept.register({
  request: (url, config) => [url, config],
  response(response) {
    response.clone().text()
    return response
  },
})
