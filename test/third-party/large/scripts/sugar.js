import Sugar from 'sugar'

Sugar.extend({ objectPrototype: true })
